import { CLOCK_HEADER, route } from '@goldpan/contract/route'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { API_TIMEOUT_MS, createApi } from './api.ts'
import { ApiError, isApiError } from './api-error.ts'
import { formatRelative } from './dates.ts'
import { errorText } from './error-text.ts'
import { createSessionRefresh } from './session-refresh.ts'

const routes = {
  read: route('GET', '/api/things/:thingId', { answer: z.object({ name: z.string() }) }),
  list: route('GET', '/api/things', {
    query: z.object({ page: z.number().optional() }),
    answer: z.array(z.string()),
  }),
  rename: route('PUT', '/api/things/:thingId', { body: z.object({ name: z.string() }), answer: 'nothing' }),
  ping: route('POST', '/api/ping', { answer: z.object({ ok: z.boolean() }) }),
  login: route('POST', '/api/auth/login', { answer: z.object({ ok: z.boolean() }), access: 'public' }),
  upload: route('POST', '/api/picture', {
    body: z.object({ title: z.string(), note: z.string().nullish() }),
    upload: { field: 'picture', maxBytes: 100, required: true },
    answer: z.object({ url: z.string() }),
  }),
  download: route('GET', '/api/export', { answer: 'file' }),
}

const user = {
  id: 'u1',
  first_name: 'Anna',
  last_name: 'Frick',
  email: 'a@example.li',
  subscription_plan: 'free',
} as const

type Answer = () => Response | Promise<Response>
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refused = () => json({ message: 'Please log in to continue', code: 'accounts.signed_out' }, 401)

/** An API whose server gives these answers in order, with a session that can or can't be refreshed. */
function apiWith(answers: Answer[], renew: () => Promise<typeof user> = async () => user) {
  let now = 0
  const send = vi.fn<typeof fetch>(async () => {
    const answer = answers.shift()
    if (!answer) throw new Error('One call too many')
    return answer()
  })
  const ask = vi.fn(renew)
  const onSessionLost = vi.fn()
  const refresh = createSessionRefresh({ fetchUser: ask, clock: () => now, onOutcome: () => undefined })
  const api = createApi({
    fetch: send,
    renewSession: () => refresh.atMostEvery(10_000),
    onSessionLost,
    onSuspended: vi.fn(),
  })
  const pass = (ms: number) => {
    now += ms
  }
  return { api, send, ask, onSessionLost, pass }
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isApiError(error)) throw new Error('It should have failed with an ApiError')
  return error
}

describe('what goes over the wire', () => {
  test('calls go to the own origin with cookies, JSON and a limit of 10 s (API-01, SESS-16)', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { api, send } = apiWith([() => new Response(null, { status: 204 })])
    await api.call(routes.rename, { params: { thingId: 'osm:node/1' }, body: { name: 'Pan' } })
    const [url, request] = send.mock.calls[0] ?? []
    expect(url).toBe('/api/things/osm%3Anode%2F1')
    expect(request).toMatchObject({
      method: 'PUT',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Pan"}',
    })
    expect(API_TIMEOUT_MS).toBe(10_000)
    expect(timeout).toHaveBeenCalledWith(10_000)
    timeout.mockRestore()
  })

  test('a route with no body still posts an empty JSON body (SESS-06)', async () => {
    const { api, send } = apiWith([() => json({ ok: true })])
    await api.call(routes.ping)
    expect(send.mock.calls[0]?.[1]?.body).toBe('{}')
  })

  test('query values that are missing are left out', async () => {
    const { api, send } = apiWith([() => json([]), () => json([])])
    await api.call(routes.list, { query: { page: 2 } })
    await api.call(routes.list, { query: {} })
    expect(send.mock.calls.map(([url]) => url)).toEqual(['/api/things?page=2', '/api/things'])
  })

  test('a file goes as a form, after the fields and without those that are null', async () => {
    const { api, send } = apiWith([() => json({ url: '/files/1' })])
    await api.call(routes.upload, {
      body: { title: 'Logo', note: null },
      file: new Blob(['x']),
      fileName: 'logo.png',
    })
    const request = send.mock.calls[0]?.[1]
    const form = request?.body
    if (!(form instanceof FormData)) throw new Error('It should be a form')
    expect([...form.keys()]).toEqual(['title', 'picture'])
    expect(request?.headers).not.toHaveProperty('Content-Type')
  })

  test('a file route answers a Blob', async () => {
    const { api } = apiWith([() => new Response('a,b')])
    const file = await api.call(routes.download)
    expect(await file.text()).toBe('a,b')
  })

  test('there are get, post, put, patch and delete helpers and a parallel batch helper (API-04)', async () => {
    const { api, send } = apiWith(Array.from({ length: 5 }, (_, index) => () => json(index)))
    const answers = await api.batch([
      () => api.get<number>('/a'),
      () => api.post<number>('/b', { x: 1 }),
      () => api.put<number>('/c'),
      () => api.patch<number>('/d'),
      () => api.delete<number>('/e'),
    ])
    expect(answers).toEqual([0, 1, 2, 3, 4])
    expect(send.mock.calls.map(([url, request]) => `${request?.method} ${url}`)).toEqual([
      'GET /a',
      'POST /b',
      'PUT /c',
      'PATCH /d',
      'DELETE /e',
    ])
  })
})

describe('what goes wrong', () => {
  test("a refusal is an ApiError with the server's status, code, message and body (API-06)", async () => {
    const body = { message: 'Only 3 left', code: 'LIMIT_REACHED', usage_type: 'emails_sent' }
    const { api } = apiWith([() => json(body, 403)])
    const error = await failureOf(api.call(routes.ping))
    expect(error).toMatchObject({ status: 403, code: 'LIMIT_REACHED', message: 'Only 3 left', body })
  })

  test('the error’s message is shown, and the fallback when it has none (API-05)', async () => {
    const { api } = apiWith([
      () => json({ message: 'Taken' }, 409),
      () => new Response('<h1>Bad</h1>', { status: 502 }),
    ])
    expect(errorText(await failureOf(api.call(routes.ping)), 'Failed to save')).toBe('Taken')
    expect(errorText(await failureOf(api.call(routes.ping)), 'Failed to save')).toBe('Failed to save')
    expect(errorText('what?', 'Failed to save')).toBe('Failed to save')
  })

  test('no network says so', async () => {
    const { api } = apiWith([
      () => {
        throw new TypeError('Failed to fetch')
      },
    ])
    const error = await failureOf(api.call(routes.ping))
    expect(error).toMatchObject({ status: 0, code: 'NETWORK' })
    expect(error.message.toLowerCase()).toContain('network')
  })

  test('an answer that takes too long says so', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const { api } = apiWith([
      () => {
        throw new DOMException('late', 'TimeoutError')
      },
    ])
    expect(await failureOf(api.call(routes.ping))).toMatchObject({ status: 0, code: 'TIMEOUT' })
    timeout.mockRestore()
  })
})

describe('a session that ended', () => {
  test('a 401 refreshes the session once and repeats the call (API-02, SESS-10)', async () => {
    const { api, ask, onSessionLost } = apiWith([refused, () => json({ name: 'Pan' })])
    expect(await api.call(routes.read, { params: { thingId: '1' } })).toEqual({ name: 'Pan' })
    expect(ask).toHaveBeenCalledTimes(1)
    expect(onSessionLost).not.toHaveBeenCalled()
  })

  test('a second 401 is not refreshed again, but leads to login', async () => {
    const { api, ask, onSessionLost } = apiWith([refused, refused])
    expect(await failureOf(api.call(routes.ping))).toMatchObject({ status: 401 })
    expect(ask).toHaveBeenCalledTimes(1)
    expect(onSessionLost).toHaveBeenCalledTimes(1)
  })

  test('calls that fail at once share one refresh', async () => {
    const { api, ask } = apiWith([
      refused,
      refused,
      refused,
      ...Array.from({ length: 3 }, () => () => json({ ok: true })),
    ])
    await api.batch([() => api.call(routes.ping), () => api.call(routes.ping), () => api.call(routes.ping)])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('two refreshes of the caller are at least 10 s apart (SESS-09)', async () => {
    const ok = () => json({ ok: true })
    const { api, ask, pass } = apiWith([refused, ok, refused, ok, refused, ok])
    await api.call(routes.ping)
    pass(9_999)
    await api.call(routes.ping)
    expect(ask).toHaveBeenCalledTimes(1)
    pass(1)
    await api.call(routes.ping)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('when the refresh is refused the session layer is told, and the call fails (API-03)', async () => {
    const { api, onSessionLost } = apiWith([refused], async () => {
      throw new ApiError(401, 'accounts.signed_out', '')
    })
    expect(await failureOf(api.call(routes.ping))).toMatchObject({ status: 401 })
    expect(onSessionLost).toHaveBeenCalledTimes(1)
  })

  test('a refresh that no one answers leaves the person where they are', async () => {
    const { api, onSessionLost } = apiWith([refused], async () => {
      throw new ApiError(0, 'NETWORK', 'Network error')
    })
    expect(await failureOf(api.call(routes.ping))).toMatchObject({ code: 'NETWORK' })
    expect(onSessionLost).not.toHaveBeenCalled()
  })

  test('a 401 of login, or of any public call, never refreshes', async () => {
    const { api, ask, onSessionLost } = apiWith([refused, refused])
    await failureOf(api.call(routes.login))
    await failureOf(api.post('/api/auth/register', {}, { isPublic: true }))
    expect(ask).not.toHaveBeenCalled()
    expect(onSessionLost).not.toHaveBeenCalled()
  })
})

test('a missing path parameter, a wrong body and a forgotten file do not compile', () => {
  const { api } = apiWith([])
  const neverCalled = () => {
    // @ts-expect-error the path needs thingId
    void api.call(routes.read, { params: {} })
    // @ts-expect-error the path needs thingId
    void api.call(routes.read)
    // @ts-expect-error name is a text
    void api.call(routes.rename, { params: { thingId: '1' }, body: { name: 1 } })
    // @ts-expect-error the body is missing
    void api.call(routes.rename, { params: { thingId: '1' } })
    // @ts-expect-error the file is missing
    void api.call(routes.upload, { body: { title: 'Logo' } })
    // @ts-expect-error the answer has no such field
    void api.call(routes.ping).then((answer) => answer.nothing)
  }
  expect(neverCalled).toBeTypeOf('function')
})

test('relative times count from the demo clock that answers tell, and from the system’s time without one', async () => {
  const now = new Date().toISOString()
  const ahead = () => new Response('{"ok":true}', { headers: { [CLOCK_HEADER]: String(3 * 86_400) } })
  const { api } = apiWith([ahead, () => json({ ok: true })])
  await api.call(routes.ping)
  expect(formatRelative(now)).toBe('3 days ago')
  await api.call(routes.ping)
  expect(formatRelative(now)).toBe('just now')
})
