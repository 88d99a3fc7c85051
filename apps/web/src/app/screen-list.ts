import { screen } from './screens.ts'

/** Every screen by name; each is a file of its own to the browser. */
export const screens = {
  login: screen(async () => (await import('../features/accounts/login-page.tsx')).LoginPage),
  signup: screen(async () => (await import('../features/accounts/signup-page.tsx')).SignupPage),
  resetPassword: screen(
    async () => (await import('../features/accounts/reset-password-page.tsx')).ResetPasswordPage,
  ),
  authConfirm: screen(
    async () => (await import('../features/accounts/auth-confirm-page.tsx')).AuthConfirmPage,
  ),
  authCallback: screen(async () => (await import('../features/accounts/auth-callback.tsx')).AuthCallback),
  terms: screen(async () => (await import('../features/legal/terms-page.tsx')).TermsPage),
  termsAndPrivacy: screen(
    async () => (await import('../features/legal/terms-and-privacy-page.tsx')).TermsAndPrivacyPage,
  ),
  subscribe: screen(async () => (await import('../features/mailing-list/subscribe-page.tsx')).SubscribePage),
  subscribeSuccess: screen(
    async () => (await import('../features/mailing-list/subscribe-success-page.tsx')).SubscribeSuccessPage,
  ),
  unsubscribe: screen(
    async () => (await import('../features/mailing-list/unsubscribe-page.tsx')).UnsubscribePage,
  ),
  mailbox: screen(async () => (await import('../features/mailbox/mailbox-page.tsx')).MailboxPage),
  search: screen(async () => (await import('./search-screen.tsx')).SearchScreen),
  tables: screen(async () => (await import('../features/tables/tables-page.tsx')).TablesPage),
  table: screen(async () => (await import('../features/tables/table-page.tsx')).TablePage),
  review: screen(async () => (await import('../features/tables/review/review-page.tsx')).ReviewPage),
  prospects: screen(async () => (await import('../features/prospects/prospects-page.tsx')).ProspectsPage),
  campaigns: screen(async () => (await import('../features/campaigns/campaigns-page.tsx')).CampaignsPage),
  campaignForm: screen(
    async () => (await import('../features/campaigns/campaign-form-page.tsx')).CampaignFormPage,
  ),
  campaign: screen(
    async () => (await import('../features/campaigns/campaign-page.tsx')).CampaignPage,
    async ({ campaignId }) => {
      const [{ askAhead }, { client }] = await Promise.all([
        import('../features/campaigns/ask-ahead.ts'),
        import('./queries.tsx'),
      ])
      if (campaignId) askAhead(client, campaignId)
    },
  ),
  emailOptions: screen(
    async () => (await import('../features/signatures/email-options-page.tsx')).EmailOptionsPage,
  ),
  doNotContact: screen(
    async () => (await import('../features/suppressions/suppressions-page.tsx')).SuppressionsPage,
  ),
  sendingDomain: screen(
    async () => (await import('../features/sending-care/sending-domain-page.tsx')).SendingDomainPage,
  ),
  replies: screen(async () => (await import('../features/replies/replies-page.tsx')).RepliesPage),
  conversation: screen(
    async () => (await import('../features/replies/conversation-page.tsx')).ConversationPage,
  ),
  sendingPace: screen(
    async () => (await import('../features/sending-care/sending-pace-page.tsx')).SendingPacePage,
  ),
  senderMailbox: screen(
    async () => (await import('../features/sending-care/sender-mailbox-page.tsx')).SenderMailboxPage,
  ),
  feedback: screen(async () => (await import('../features/support/feedback-page.tsx')).FeedbackPage),
  settings: screen(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  checkout: screen(async () => (await import('../features/billing/checkout-page.tsx')).CheckoutPage),
  tokenHistory: screen(
    async () => (await import('../features/billing/token-history-page.tsx')).TokenHistoryPage,
  ),
  organizations: screen(
    async () => (await import('../features/organizations/organizations-page.tsx')).OrganizationsPage,
  ),
  organization: screen(
    async () => (await import('../features/organizations/organization-page.tsx')).OrganizationPage,
  ),
  invitation: screen(
    async () => (await import('../features/organizations/invitation-page.tsx')).InvitationPage,
  ),
  pay: screen(async () => (await import('../features/billing/pay-page.tsx')).PayPage),
  queries: screen(async () => (await import('./queries.tsx')).QueriesOutlet),
  appLayout: screen(async () => (await import('./app-layout.tsx')).AppLayout),
}
