import { setTimeout as pause } from 'node:timers/promises'
import { homeRoutes } from '@goldpan/contract/home'
import { prospectRoutes } from '@goldpan/contract/prospects'
import { tableRoutes } from '@goldpan/contract/tables'
import { signUp } from './person.ts'

/** People who are at work without a pause, and do not press again. */
export interface Load {
  /** Waits until so many more requests were answered. */
  more(count: number): Promise<void>
  stop(): Promise<{ answered: number; failures: string[] }>
}

const PEOPLE = 6
const PIXEL = `/t/o/${'A'.repeat(39)}.gif`

export async function startLoad(url: string): Promise<Load> {
  const { cookie } = await signUp(url, 'grace')
  const failures: string[] = []
  let answered = 0
  let isStopping = false

  async function ask(method: string, path: string, body?: object): Promise<void> {
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

  async function work(person: number): Promise<void> {
    for (let n = 0; !isStopping; n++) {
      await ask('POST', prospectRoutes.create.path, { email: `p${person}-${n}@load.example` })
      await ask('GET', `${prospectRoutes.list.path}?limit=20`)
      await ask('GET', tableRoutes.list.path)
      await ask('GET', homeRoutes.overview.path)
      await ask('GET', PIXEL)
      await ask('GET', '/api/openapi.json')
    }
  }

  const people = Array.from({ length: PEOPLE }, (_, person) => work(person))
  return {
    async more(count) {
      const goal = answered + count
      while (answered < goal && failures.length === 0) await pause(20)
    },
    async stop() {
      isStopping = true
      await Promise.all(people)
      return { answered, failures }
    },
  }
}
