import { readFileSync } from 'node:fs'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import { systemClock } from '../../src/providers/clock/system.ts'
import { findFreePort } from '../faults/free-port.ts'
import { startWeb } from '../faults/worker-process.ts'
import { startTestApp } from '../harness.ts'
import type { NamedRoute } from './contract-routes.ts'
import { startProber } from './prober.ts'
import { type Sent, sendBody } from './sent-bodies.ts'

export const SIXTEEN_MB = 16 * 1024 * 1024
/** The longest that one client's request may delay others. */
export const MAX_RESPONSE_MS = 250
const ID = '00000000-0000-4000-8000-000000000000'

export interface Attack extends Omit<Sent, 'headers'> {
  /** For the message of a failed test. */
  what: string
  url: string
  headers?: Record<string, string>
}

/** Starts the real program as a web and inbound process, with a prober in a separate process. */
export async function startAttackedProduct() {
  const { app, alice, query, databaseUrl } = await startTestApp({ ports: { systemClock } })
  const smtpPort = await findFreePort()
  const product = await startWeb({
    DATABASE_URL: databaseUrl,
    ROLES: 'web,inbound',
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_WEBHOOK_SECRET: 'a secret of the webhook',
  })
  const look = await startProber(`${product.url}/api/health`, product.pid)
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer

  /** Returns a line if other requests waited longer than MAX_RESPONSE_MS. */
  async function findBlock(what: string, work: () => Promise<unknown>): Promise<string[]> {
    await query('delete from rate_limits')
    await look()
    await work()
    const longest = await look()
    return longest > MAX_RESPONSE_MS ? [`${what}: others waited ${Math.round(longest)} ms`] : []
  }

  return {
    product,
    smtpPort,
    look,
    findBlock,
    returnAddress: `${emailId}@${reply_domain}`,
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024,
    urlOf: ({ route }: NamedRoute) => product.url + route.path.replace(/:\w+/g, ID),
    async startSession(): Promise<{ cookie: string }> {
      const session = await app.features.sessions.start(app.database.db, alice.id, 'test')
      return { cookie: `${SESSION_COOKIE}=${session}` }
    },
    /** Sends the request. Returns a line if others waited too long or the response is not a valid one. */
    async attack({ what, url, ...sent }: Attack): Promise<string[]> {
      let status = 0
      const blocks = await findBlock(what, async () => {
        status = await sendBody(url, sent)
      })
      const isLost = status === 0 || status === 500 || (sent.headers?.cookie && status === 401)
      return isLost ? [`${what}: answered ${status}`, ...blocks] : blocks
    },
  }
}
