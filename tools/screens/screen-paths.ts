import type { APIRequestContext } from '@playwright/test'

/** Paths by name of the screen. */
export type ScreenPaths = Record<string, string>

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

export const publicScreens: ScreenPaths = {
  login: '/login',
  signup: '/signup',
  terms: '/terms',
  'terms-and-privacy': '/terms-and-privacy',
  subscribe: '/subscribe',
  'subscribe-success': '/subscribe/success',
  unsubscribe: '/unsubscribe',
  'reset-password': '/reset-password',
  'auth-confirm': '/auth/confirm',
  'stop-change': '/auth/stop-change?token=preview',
}

export const ownScreens: ScreenPaths = {
  search: '/search',
  tables: '/tables',
  prospects: '/prospects',
  campaigns: '/campaigns',
  'campaign-new': '/campaigns/new',
  replies: '/inbox',
  'email-options': '/email-options',
  'do-not-contact': '/do-not-contact',
  'sending-domain': '/sending-domain',
  'sending-pace': '/sending-pace',
  'own-mailboxes': '/own-mailboxes',
  feedback: '/feedback',
  'settings-profile': '/settings?tab=profile',
  'settings-subscription': '/settings?tab=subscription',
  'settings-tokens': '/settings?tab=tokens',
  'settings-preferences': '/settings?tab=preferences',
  'token-history': '/token-history',
  checkout: '/checkout',
  organizations: '/organizations',
  invitation: '/invitation',
  mailbox: '/mailbox',
}

export const missingScreens: ScreenPaths = {
  table: `/tables/${UNKNOWN_ID}`,
  review: `/tables/${UNKNOWN_ID}/review`,
  campaign: `/campaigns/${UNKNOWN_ID}`,
  'campaign-edit': `/campaigns/${UNKNOWN_ID}/edit`,
  conversation: `/inbox/${UNKNOWN_ID}`,
  organization: `/organizations/${UNKNOWN_ID}`,
}

/** Screens of the account's newest table, campaign and reply. */
export async function screensOfThings(api: APIRequestContext, url: string): Promise<ScreenPaths> {
  const list = async (path: string) => (await (await api.get(url + path)).json()) as { id: string }[]
  const [table] = await list('/api/business/tables')
  const [campaign] = await list('/api/campaigns')
  const { correspondents } = await (await api.get(`${url}/api/conversations`)).json()
  const written = (correspondents as { id: string }[])[0]
  return {
    ...(table && { table: `/tables/${table.id}`, review: `/tables/${table.id}/review` }),
    ...(campaign && {
      campaign: `/campaigns/${campaign.id}`,
      'campaign-emails': `/campaigns/${campaign.id}?tab=emails`,
      'campaign-template': `/campaigns/${campaign.id}/template`,
      'campaign-prospects': `/campaigns/${campaign.id}?tab=prospects`,
      'campaign-log': `/campaigns/${campaign.id}?tab=prospects&view=log`,
      'campaign-replies': `/campaigns/${campaign.id}?tab=replies`,
      'campaign-settings': `/campaigns/${campaign.id}?tab=settings`,
      'campaign-edit': `/campaigns/${campaign.id}/edit`,
    }),
    ...(written && { conversation: `/inbox/${written.id}` }),
  }
}
