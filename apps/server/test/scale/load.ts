import { setTimeout as pause } from 'node:timers/promises'
import { homeRoutes } from '@goldpan/contract/home'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { signUp } from './person.ts'

/** Users who send requests without a pause and never retry. */
export interface Load {
  /** Waits until `count` more requests have succeeded. */
  more(count: number): Promise<void>
  stop(): Promise<{ answered: number; failures: string[] }>
}

const USERS = 6
const PIXEL = `/t/o/${'A'.repeat(39)}.gif`

export async function startLoad(url: string): Promise<Load> {
  const { cookie } = await signUp(url, 'grace')
  const failures: string[] = []
  let answered = 0
  let isStopping = false

  async function request(method: string, path: string, body?: object): Promise<void> {
    const what = `${method} ${path}`
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      await answer.arrayBuffer()
      if (answer.ok) answered += 1
      else failures.push(`${what}: ${answer.status}`)
    } catch (error) {
      failures.push(`${what}: ${(error as Error).cause ?? error}`)
    }
  }

  async function work(user: number): Promise<void> {
    for (let n = 0; !isStopping; n++) {
      await request('POST', prospectRoutes.create.path, { email: `p${user}-${n}@load.example` })
      await request('GET', `${prospectRoutes.list.path}?limit=20`)
      await request('GET', tableRoutes.list.path)
      await request('GET', homeRoutes.overview.path)
      await request('GET', PIXEL)
      await request('GET', '/api/openapi.json')
    }
  }

  const users = Array.from({ length: USERS }, (_, user) => work(user))
  return {
    async more(count) {
      const goal = answered + count
      while (answered < goal && failures.length === 0) await pause(20)
    },
    async stop() {
      isStopping = true
      await Promise.all(users)
      return { answered, failures }
    },
  }
}
