import { accountRoutes } from '@goldpan/contract/accounts'
import { createApi } from './api.ts'
import { dropAllDrafts } from './drafts.ts'
import { oneTabAtATime } from './one-tab-at-a-time.ts'
import { createSession } from './session.ts'
import { mayHaveSession } from './session-hint.ts'
import { sessionNews } from './session-news.ts'
import { createSessionRefresh } from './session-refresh.ts'

/** Minimum time between two refreshes after a 401. */
const RENEW_GAP_MS = 10_000

const refresh = createSessionRefresh({
  clock: () => performance.now(),
  // One tab at a time, so that each sends the cookie that the one before received.
  fetchUser: () =>
    oneTabAtATime('goldpan.refresh', async () => (await api.call(accountRoutes.refresh, { body: {} })).user),
  onOutcome: (outcome) => session.apply(outcome),
})

export const api = createApi({
  fetch: (...request) => fetch(...request),
  renewSession: () => refresh.atMostEvery(RENEW_GAP_MS),
  onSessionLost: () => session.expire(),
  onSuspended: (sentence) => session.suspend(sentence),
})

export const session = createSession({
  api,
  refresh,
  mayHaveSession,
  announce: sessionNews.send,
  onEnd: dropAllDrafts,
})

/** Calls a route of the contract: `call(campaignRoutes.getCampaign, { params: { id } })`. */
export const call = api.call

/** Streams an answer: `for await (const line of readLines(await stream(…)))`. */
export const stream = api.stream
export const callPage = api.callPage
