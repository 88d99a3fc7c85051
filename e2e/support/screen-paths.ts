const nobody = '00000000-0000-4000-8000-000000000000'

/** Every public screen. */
export const publicPaths = [
  '/login',
  '/signup',
  '/terms',
  '/terms-and-privacy',
  '/subscribe',
  '/subscribe/success',
  '/unsubscribe',
  '/reset-password',
  '/auth/confirm',
  '/auth/stop-change',
  '/mailbox',
]

/** Every user screen that needs no data. */
export const ownPaths = [
  '/',
  '/tables',
  '/prospects',
  '/campaigns',
  '/campaigns/new',
  '/email-options',
  '/do-not-contact',
  '/sending-domain',
  '/sending-pace',
  '/own-mailboxes',
  '/inbox',
  '/feedback',
  '/settings',
  '/settings?tab=subscription',
  '/settings?tab=tokens',
  '/settings?tab=preferences',
  '/checkout',
  '/token-history',
  '/organizations',
  '/invitation',
  '/terms-and-privacy',
]

/** Screens of missing items. */
export const missingPaths = [
  `/tables/${nobody}`,
  `/tables/${nobody}/review`,
  `/campaigns/${nobody}`,
  `/campaigns/${nobody}/edit`,
  `/inbox/${nobody}`,
  `/organizations/${nobody}`,
]
