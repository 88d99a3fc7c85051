import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter, useRoutes } from 'react-router'
import { PublicLayout } from './app/public-layout.tsx'
import { LoginPage } from './features/accounts/login-page.tsx'
import { SignupPage } from './features/accounts/signup-page.tsx'
import { TermsAndPrivacyPage } from './features/legal/terms-and-privacy-page.tsx'
import { session } from './lib/goldpan-api.ts'
import { paths } from './lib/paths.ts'
import { SessionContext } from './lib/use-session.ts'

/** Runs while the application is built (see early-pages.build.ts): prints the first look of public pages by address. */
const pages = {
  [paths.login]: <LoginPage />,
  [paths.signup]: <SignupPage />,
  [paths.termsAndPrivacy]: <TermsAndPrivacyPage />,
}

function Page({ path, children }: { path: string; children: ReactNode }) {
  return useRoutes([{ element: <PublicLayout />, children: [{ path, element: children }] }])
}

const looks = Object.entries(pages).map(([path, page]) => [
  path,
  renderToStaticMarkup(
    <SessionContext value={session}>
      <StaticRouter location={path}>
        <Page path={path}>{page}</Page>
      </StaticRouter>
    </SessionContext>,
  ),
])

process.stdout.write(JSON.stringify(Object.fromEntries(looks)))
// The word between tabs would keep the process waiting.
process.exit(0)
