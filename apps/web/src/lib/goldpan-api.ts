import { accountRoutes } from '@goldpan/contract/accounts'
import { createApi } from './api.ts'
import { dropAllDrafts } from './drafts.ts'
import { oneTabAtATime } from './one-tab-at-a-time.ts'
import { createSession } from './session.ts'
import { mayHaveSession } from './session-hint.ts'
import { sessionNews } from './session-news.ts'
import { createSessionRefresh } from './session-refresh.ts'

/** The smallest time between two refreshes that follow a 401. */
const RENEW_GAP_MS = 10_000

const refresh = createSessionRefresh({
  clock: () => performance.now(),
  // One after the other, so that each tab sends the cookie that the one before it received.
  ask: () =>
    oneTabAtATime('goldpan.refresh', async () => (await api.call(accountRoutes.refresh, { body: {} })).user),
  onOutcome: (outcome) => session.apply(outcome),
})

/** The application's one caller. */
export const api = createApi({
  fetch: (...request) => fetch(...request),
  renewSession: () => refresh.atMostEvery(RENEW_GAP_MS),
  onSessionLost: () => session.expire(),
})

export const session = createSession({
  api,
  refresh,
  mayHaveSession,
  announce: sessionNews.tell,
  onEnd: dropAllDrafts,
})

/** Calls a route of the contract: `call(campaignRoutes.getCampaign, { params: { id } })`. */
export const call = api.call

/** The same for an answer that is read while it comes: `for await (const line of readLines(await stream(…)))`. */
export const stream = api.stream
export const callPage = api.callPage
