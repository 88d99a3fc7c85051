import type { EnrolmentState } from '@goldpan/contract/campaigns'
import type { DeliveryKind } from '@goldpan/contract/sending'

export const campaignTabs = ['overview', 'emails', 'prospects', 'replies', 'settings'] as const
export type CampaignTab = (typeof campaignTabs)[number]

export type SettingsTab = 'profile' | 'subscription' | 'tokens' | 'preferences'

const part = encodeURIComponent

/** Every address of the application. */
export const paths = {
  home: '/',
  search: '/search',
  tables: '/tables',
  table: (id: string) => `/tables/${part(id)}`,
  review: (tableId: string) => `/tables/${part(tableId)}/review`,
  prospects: '/prospects',
  prospectsWith: (text: string) => `/prospects?text=${part(text)}`,
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  /** A new campaign for the people of a table, or only for those kept in its review. */
  newCampaignFor: (tableId: string, people: 'all' | 'kept') =>
    `/campaigns/new?table=${part(tableId)}${people === 'kept' ? '&review=kept' : ''}`,
  newCampaignTo: (prospectId: string) => `/campaigns/new?prospects=${part(prospectId)}`,
  campaign: (id: string) => `/campaigns/${part(id)}`,
  campaignTab: (id: string, tab: CampaignTab) => `/campaigns/${part(id)}?tab=${tab}`,
  /** Recipients by their place among the follow-ups. */
  enrolled: (id: string, { state, step }: { state?: EnrolmentState; step?: number }) =>
    `/campaigns/${part(id)}?tab=prospects${state ? `&state=${state}` : ''}${step ? `&step=${step}` : ''}`,
  deliveryLog: (id: string, kind?: DeliveryKind) =>
    `/campaigns/${part(id)}?tab=prospects&view=log${kind ? `&kind=${kind}` : ''}`,
  template: (campaignId: string) => `/campaigns/${part(campaignId)}/template`,
  editCampaign: (id: string) => `/campaigns/${part(id)}/edit`,
  emailOptions: '/email-options',
  doNotContact: '/do-not-contact',
  sendingDomain: '/sending-domain',
  sendingPace: '/sending-pace',
  ownMailboxes: '/own-mailboxes',
  inbox: '/inbox',
  inboxOfCampaign: (id: string) => `/inbox?campaign=${part(id)}&state=all`,
  /** By the id of a conversation, a message, a recipient or a prospect. */
  conversation: (id: string) => `/inbox/${part(id)}`,
  feedback: '/feedback',
  settings: '/settings',
  settingsTab: (tab: SettingsTab) => `/settings?tab=${tab}`,
  buyTokens: '/settings?tab=tokens&showPurchase=true',
  checkout: (priceId: string) => `/checkout?priceId=${part(priceId)}`,
  tokenHistory: '/token-history',
  organizations: '/organizations',
  organization: (id: string) => `/organizations/${part(id)}`,
  newOrganization: (id: string) => `/organizations/${part(id)}?created=yes`,
  invitation: '/invitation',

  login: '/login',
  signup: '/signup',
  terms: '/terms',
  termsAndPrivacy: '/terms-and-privacy',
  subscribe: '/subscribe',
  subscribeSuccess: '/subscribe/success',
  unsubscribe: '/unsubscribe',
  resetPassword: '/reset-password',
  authCallback: '/auth/callback',
  authConfirm: '/auth/confirm',
  stopChange: '/auth/stop-change',
  mailbox: '/mailbox',
  gallery: '/_dev/ui',
} as const
