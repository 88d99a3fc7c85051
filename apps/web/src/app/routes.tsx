import { Navigate, type RouteObject } from 'react-router'
import { paths } from '../lib/paths.ts'
import type { RouteHandle } from './early-screens.ts'
import { LazyQueries, SignedIn, SignedInOrNot, SignedOut } from './guards.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RootLayout } from './root-layout.tsx'
import { screens } from './screen-list.ts'
import { type Screen, screen } from './screens.ts'
import { ShownScreen } from './shown-screen.tsx'

/** One address and its screen; an error in it leaves the layout around it standing. */
function at(path: string, shown: Screen, title: string): RouteObject {
  const handle: RouteHandle = { screen: shown }
  return { path, handle, element: <ShownScreen screen={shown} title={title} /> }
}

const signedOutOnly: RouteObject = {
  element: <SignedOut />,
  children: [
    {
      element: <PublicLayout />,
      children: [
        at(paths.login, screens.login, 'Log in'),
        at(paths.signup, screens.signup, 'Sign up'),
        at(paths.terms, screens.terms, 'Terms of Service'),
      ],
    },
  ],
}

const publicPages: RouteObject[] = [
  at(paths.subscribe, screens.subscribe, 'Subscribe'),
  at(paths.subscribeSuccess, screens.subscribeSuccess, 'Subscription Confirmed'),
  at(paths.unsubscribe, screens.unsubscribe, 'Unsubscribe'),
  at(paths.resetPassword, screens.resetPassword, 'Reset password'),
  at(paths.authConfirm, screens.authConfirm, 'Verifying'),
  at(paths.stopChange, screens.stopChange, 'Stop the change of address'),
  at(paths.authCallback, screens.authCallback, 'Verifying'),
]

const forEverybody: RouteObject = {
  element: <LazyQueries />,
  children: [
    at(paths.mailbox, screens.mailbox, 'Mailbox'),
    at('/pay/:pageId', screens.pay, 'Test checkout'),
    { element: <PublicLayout />, children: publicPages },
  ],
}

const behindLogin: RouteObject = {
  element: <SignedIn />,
  handle: { screen: screens.appLayout, isBehindLogin: true } satisfies RouteHandle,
  children: [
    at(paths.home, screens.search, 'Business Search'),
    at(paths.search, screens.search, 'Business Search'),
    at(paths.tables, screens.tables, 'Saved Business Tables'),
    at('/tables/:tableId', screens.table, 'Table'),
    at('/tables/:tableId/review', screens.review, 'Review prospects'),
    at(paths.prospects, screens.prospects, 'Prospects'),
    at(paths.campaigns, screens.campaigns, 'Email Campaigns'),
    at(paths.newCampaign, screens.campaignForm, 'New Campaign'),
    at('/campaigns/:campaignId', screens.campaign, 'Campaign'),
    at('/campaigns/:campaignId/edit', screens.campaignForm, 'Edit Campaign'),
    at(paths.emailOptions, screens.emailOptions, 'Email Options'),
    at(paths.doNotContact, screens.doNotContact, 'Do-not-contact list'),
    at(paths.sendingDomain, screens.sendingDomain, 'Sending domain'),
    at(paths.replies, screens.replies, 'Replies'),
    at('/replies/:id', screens.conversation, 'Conversation'),
    at(paths.sendingPace, screens.sendingPace, 'Sending pace'),
    at(paths.senderMailbox, screens.senderMailbox, 'Own mailbox'),
    at(paths.feedback, screens.feedback, 'Support'),
    at(paths.settings, screens.settings, 'Settings'),
    at('/checkout', screens.checkout, 'Checkout'),
    at(paths.tokenHistory, screens.tokenHistory, 'Token history'),
    at(paths.organizations, screens.organizations, 'Organizations'),
    at('/organizations/:organizationId', screens.organization, 'Organization'),
    at(paths.invitation, screens.invitation, 'Invitation'),
  ],
}

/** Left out of what customers get, with all of its code. */
const forBuilders: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [
        at(
          paths.gallery,
          screen(
            () => import('./gallery/gallery-page.tsx'),
            (code) => code.GalleryPage,
          ),
          'Components',
        ),
      ]

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    children: [
      signedOutOnly,
      forEverybody,
      {
        element: <SignedInOrNot />,
        children: [at(paths.termsAndPrivacy, screens.termsAndPrivacy, 'Terms & Privacy')],
      },
      behindLogin,
      ...forBuilders,
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]
