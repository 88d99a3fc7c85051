import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import { SignedIn, SignedInOrNot, SignedOut } from './guards.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RootLayout } from './root-layout.tsx'
import { screen, screensByPath } from './screens.ts'
import { ShownScreen } from './shown-screen.tsx'

/** One address and its screen: a file that is loaded when it is needed, and the name of the component in it. */
function at<Name extends string>(
  path: string,
  title: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  const shown = screen(load, (code) => code[name])
  screensByPath.set(path, shown)
  return { path, element: <ShownScreen screen={shown} title={title} /> }
}

const inbox = () => import('../features/inbox/inbox-page.tsx')

const signedOutOnly: RouteObject[] = [
  at(paths.login, 'Log in', () => import('../features/accounts/login-page.tsx'), 'LoginPage'),
  at(paths.signup, 'Sign up', () => import('../features/accounts/signup-page.tsx'), 'SignupPage'),
  at(paths.terms, 'Terms of Service', () => import('../features/legal/terms-page.tsx'), 'TermsPage'),
]

const publicPages: RouteObject[] = [
  at(
    paths.subscribe,
    'Subscribe',
    () => import('../features/mailing-list/subscribe-page.tsx'),
    'SubscribePage',
  ),
  at(
    paths.subscribeSuccess,
    'Subscription Confirmed',
    () => import('../features/mailing-list/subscribe-success-page.tsx'),
    'SubscribeSuccessPage',
  ),
  at(
    paths.unsubscribe,
    'Unsubscribe',
    () => import('../features/tracking/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
  at(
    paths.resetPassword,
    'Reset password',
    () => import('../features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  at(
    paths.authConfirm,
    'Verifying',
    () => import('../features/accounts/auth-confirm-page.tsx'),
    'AuthConfirmPage',
  ),
  at(
    paths.stopChange,
    'Stop the change of address',
    () => import('../features/accounts/stop-change-page.tsx'),
    'StopChangePage',
  ),
  at(paths.authCallback, 'Verifying', () => import('../features/accounts/auth-callback.tsx'), 'AuthCallback'),
]

const pagesWithoutLayout: RouteObject[] = [
  at(paths.mailbox, 'Mailbox', () => import('../features/mailbox/mailbox-page.tsx'), 'MailboxPage'),
  at('/pay/:pageId', 'Test checkout', () => import('../features/billing/pay-page.tsx'), 'PayPage'),
]

const search = () => import('../features/search/search-page.tsx')
const campaignForm = () => import('../features/campaigns/campaign-form-page.tsx')

const behindLogin: RouteObject[] = [
  at(paths.home, 'Business Search', search, 'SearchPage'),
  at(paths.search, 'Business Search', search, 'SearchPage'),
  at(paths.tables, 'Saved Business Tables', () => import('../features/tables/tables-page.tsx'), 'TablesPage'),
  at('/tables/:tableId', 'Table', () => import('../features/tables/table-page.tsx'), 'TablePage'),
  at(
    '/tables/:tableId/review',
    'Review prospects',
    () => import('../features/gathering/review-page.tsx'),
    'ReviewPage',
  ),
  at(paths.prospects, 'Prospects', () => import('../features/prospects/prospects-page.tsx'), 'ProspectsPage'),
  at(
    paths.campaigns,
    'Email Campaigns',
    () => import('../features/campaigns/campaigns-page.tsx'),
    'CampaignsPage',
  ),
  at(paths.newCampaign, 'New Campaign', campaignForm, 'CampaignFormPage'),
  at(
    '/campaigns/:campaignId',
    'Campaign',
    () => import('../features/campaigns/campaign-page.tsx'),
    'CampaignPage',
  ),
  at('/campaigns/:campaignId/edit', 'Edit campaign', campaignForm, 'CampaignFormPage'),
  at(
    '/campaigns/:campaignId/template',
    'Edit template',
    () => import('../features/campaigns/template/template-page.tsx'),
    'TemplatePage',
  ),
  at(
    paths.emailOptions,
    'Email Options',
    () => import('../features/signatures/email-options-page.tsx'),
    'EmailOptionsPage',
  ),
  at(
    paths.doNotContact,
    'Do-not-contact list',
    () => import('../features/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
  at(
    paths.sendingDomain,
    'Sending domain',
    () => import('../features/sending/sending-domain-page.tsx'),
    'SendingDomainPage',
  ),
  at('/inbox/:id?', 'Inbox', inbox, 'InboxPage'),
  at('/replies/:id?', 'Inbox', inbox, 'OldInboxAddress'),
  at(
    paths.sendingPace,
    'Sending pace',
    () => import('../features/sending/sending-pace-page.tsx'),
    'SendingPacePage',
  ),
  at(
    paths.ownMailboxes,
    'Mailboxes',
    () => import('../features/own-mailboxes/mailboxes-page.tsx'),
    'MailboxesPage',
  ),
  // Its address while there was only one.
  { path: '/own-mailbox', element: <Navigate to={paths.ownMailboxes} replace /> },
  at(paths.feedback, 'Support', () => import('../features/support/feedback-page.tsx'), 'FeedbackPage'),
  at(paths.settings, 'Settings', () => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  at('/checkout', 'Checkout', () => import('../features/billing/checkout-page.tsx'), 'CheckoutPage'),
  at(
    paths.tokenHistory,
    'Token history',
    () => import('../features/billing/token-history-page.tsx'),
    'TokenHistoryPage',
  ),
  at(
    paths.organizations,
    'Organizations',
    () => import('../features/organizations/organizations-page.tsx'),
    'OrganizationsPage',
  ),
  at(
    '/organizations/:organizationId',
    'Organization',
    () => import('../features/organizations/organization-page.tsx'),
    'OrganizationPage',
  ),
  at(
    paths.invitation,
    'Invitation',
    () => import('../features/organizations/invitation-page.tsx'),
    'InvitationPage',
  ),
]

/** The component gallery, which is left out of production builds with all its code. */
const forBuilders: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [at(paths.gallery, 'Components', () => import('./gallery/gallery-page.tsx'), 'GalleryPage')]

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    children: [
      { element: <SignedOut />, children: [{ element: <PublicLayout />, children: signedOutOnly }] },
      { element: <PublicLayout />, children: publicPages },
      {
        element: <SignedInOrNot />,
        children: [
          at(
            paths.termsAndPrivacy,
            'Terms & Privacy',
            () => import('../features/legal/terms-and-privacy-page.tsx'),
            'TermsAndPrivacyPage',
          ),
        ],
      },
      { element: <SignedIn />, children: behindLogin },
      ...pagesWithoutLayout,
      ...forBuilders,
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]
