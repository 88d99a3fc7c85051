import { screen } from './screens.ts'

/** Every screen by name; each is a file of its own to the browser. */
export const screens = {
  login: screen(
    () => import('../features/accounts/login-page.tsx'),
    (code) => code.LoginPage,
  ),
  signup: screen(
    () => import('../features/accounts/signup-page.tsx'),
    (code) => code.SignupPage,
  ),
  resetPassword: screen(
    () => import('../features/accounts/reset-password-page.tsx'),
    (code) => code.ResetPasswordPage,
  ),
  authConfirm: screen(
    () => import('../features/accounts/auth-confirm-page.tsx'),
    (code) => code.AuthConfirmPage,
  ),
  stopChange: screen(
    () => import('../features/accounts/stop-change-page.tsx'),
    (code) => code.StopChangePage,
  ),
  authCallback: screen(
    () => import('../features/accounts/auth-callback.tsx'),
    (code) => code.AuthCallback,
  ),
  terms: screen(
    () => import('../features/legal/terms-page.tsx'),
    (code) => code.TermsPage,
  ),
  termsAndPrivacy: screen(
    () => import('../features/legal/terms-and-privacy-page.tsx'),
    (code) => code.TermsAndPrivacyPage,
  ),
  subscribe: screen(
    () => import('../features/mailing-list/subscribe-page.tsx'),
    (code) => code.SubscribePage,
  ),
  subscribeSuccess: screen(
    () => import('../features/mailing-list/subscribe-success-page.tsx'),
    (code) => code.SubscribeSuccessPage,
  ),
  unsubscribe: screen(
    () => import('../features/mailing-list/unsubscribe-page.tsx'),
    (code) => code.UnsubscribePage,
  ),
  mailbox: screen(
    () => import('../features/mailbox/mailbox-page.tsx'),
    (code) => code.MailboxPage,
  ),
  search: screen(
    () => import('./search-screen.tsx'),
    (code) => code.SearchScreen,
  ),
  tables: screen(
    () => import('../features/tables/tables-page.tsx'),
    (code) => code.TablesPage,
  ),
  table: screen(
    () => import('../features/tables/table-page.tsx'),
    (code) => code.TablePage,
  ),
  review: screen(
    () => import('../features/tables/review/review-page.tsx'),
    (code) => code.ReviewPage,
  ),
  prospects: screen(
    () => import('../features/prospects/prospects-page.tsx'),
    (code) => code.ProspectsPage,
  ),
  campaigns: screen(
    () => import('../features/campaigns/campaigns-page.tsx'),
    (code) => code.CampaignsPage,
  ),
  campaignForm: screen(
    () => import('../features/campaigns/campaign-form-page.tsx'),
    (code) => code.CampaignFormPage,
  ),
  campaign: screen(
    () => import('../features/campaigns/campaign-page.tsx'),
    (code) => code.CampaignPage,
    async ({ campaignId }) => {
      const [{ askAhead }, { client }] = await Promise.all([
        import('../features/campaigns/ask-ahead.ts'),
        import('./queries.tsx'),
      ])
      if (campaignId) askAhead(client, campaignId)
    },
  ),
  emailOptions: screen(
    () => import('../features/signatures/email-options-page.tsx'),
    (code) => code.EmailOptionsPage,
  ),
  doNotContact: screen(
    () => import('../features/suppressions/suppressions-page.tsx'),
    (code) => code.SuppressionsPage,
  ),
  sendingDomain: screen(
    () => import('../features/sending-care/sending-domain-page.tsx'),
    (code) => code.SendingDomainPage,
  ),
  replies: screen(
    () => import('../features/replies/replies-page.tsx'),
    (code) => code.RepliesPage,
  ),
  conversation: screen(
    () => import('../features/replies/conversation-page.tsx'),
    (code) => code.ConversationPage,
  ),
  sendingPace: screen(
    () => import('../features/sending-care/sending-pace-page.tsx'),
    (code) => code.SendingPacePage,
  ),
  senderMailbox: screen(
    () => import('../features/sending-care/sender-mailbox-page.tsx'),
    (code) => code.SenderMailboxPage,
  ),
  feedback: screen(
    () => import('../features/support/feedback-page.tsx'),
    (code) => code.FeedbackPage,
  ),
  settings: screen(
    () => import('../features/settings/settings-page.tsx'),
    (code) => code.SettingsPage,
  ),
  checkout: screen(
    () => import('../features/billing/checkout-page.tsx'),
    (code) => code.CheckoutPage,
  ),
  tokenHistory: screen(
    () => import('../features/billing/token-history-page.tsx'),
    (code) => code.TokenHistoryPage,
  ),
  organizations: screen(
    () => import('../features/organizations/organizations-page.tsx'),
    (code) => code.OrganizationsPage,
  ),
  organization: screen(
    () => import('../features/organizations/organization-page.tsx'),
    (code) => code.OrganizationPage,
  ),
  invitation: screen(
    () => import('../features/organizations/invitation-page.tsx'),
    (code) => code.InvitationPage,
  ),
  pay: screen(
    () => import('../features/billing/pay-page.tsx'),
    (code) => code.PayPage,
  ),
  queries: screen(
    () => import('./queries.tsx'),
    (code) => code.QueriesOutlet,
  ),
  appLayout: screen(
    () => import('./app-layout.tsx'),
    (code) => code.AppLayout,
  ),
}
