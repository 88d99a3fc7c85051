import { pathOf } from '@goldpan/contract/route'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import type { Customer } from '../harness.ts'

/** Calls routes of the contract over the network. */
export function createCaller(url: () => string, token: string): Pick<Customer, 'call'> {
  const call: Customer['call'] = async (route, ...input) => {
    const { params, query, body } = (input[0] ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(url() + pathOf(route.path, params) + search, {
      method: route.method,
      headers: { cookie: `${SESSION_COOKIE}=${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json().catch(() => null)) as never
    return { status: response.status, answer, refusal: answer, headers: Object.fromEntries(response.headers) }
  }
  return { call }
}
