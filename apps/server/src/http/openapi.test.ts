import { prospectRoutes } from '@goldpan/contract/prospects'
import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { VERSION } from '../version.ts'

const { app, visitor, alice } = await startTestApp()
const routes = Object.values(allRoutes).flatMap((feature) => Object.values(feature as Record<string, Route>))

test('the OpenAPI document has every route of the contract', async () => {
  const response = await app.server.inject('/api/openapi.json')
  const { openapi, paths } = response.json<{
    openapi: string
    paths: Record<string, Record<string, unknown>>
  }>()
  expect(openapi).toBe('3.1.0')
  for (const { method, path } of routes)
    expect(paths[path.replace(/:(\w+)/g, '{$1}')], path).toHaveProperty(method.toLowerCase())
})

test('every route of the contract is bound, and user routes need a session (SESS-15)', async () => {
  for (const route of routes) {
    const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, '0']))
    const { status, refusal } = await visitor.call(route as never, { params, body: {} } as never)
    const isForUsers = (route.access ?? 'user') === 'user'
    if (isForUsers)
      expect([route.path, status, refusal.code]).toEqual([route.path, 401, 'accounts.signed_out'])
    expect(app.server.hasRoute({ method: route.method, url: route.path }), route.path).toBe(true)
  }
})

test('an unknown path of the API is a readable 404, and broken JSON a readable 400', async () => {
  const unknown = await app.server.inject('/api/nothing/here')
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'There is nothing at this address'])
  const broken = await app.server.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"email":',
  })
  expect([broken.statusCode, broken.json().message]).toEqual([400, 'The request is not valid JSON'])
})

test('changes requested by other websites are refused (SESS-21)', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    const { statusCode, body } = await app.server.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'request.foreign_origin'])
  }
  const own = await app.server.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { origin: 'http://localhost:3000' },
  })
  expect(own.statusCode).toBe(200)
})

test('the health check reports whether the process is up and ready', async () => {
  expect((await app.server.inject('/api/health')).json()).toEqual({ status: 'up', version: VERSION })
  const ready = (await app.server.inject('/api/health/ready')).json()
  expect(ready).toMatchObject({ database: true, migrations: true })
})

test('a malformed id is not found, and text that cannot be stored is a readable 400', async () => {
  const odd = await alice.call(prospectRoutes.remove, { params: { id: "1'; --" } })
  expect(odd.status).toBe(404)
  const nul = await alice.call(prospectRoutes.create, { body: { email: 'a@b.example', notes: 'a\u0000b' } })
  expect([nul.status, nul.refusal.message]).toEqual([
    400,
    'The text contains a character that cannot be stored (NUL)',
  ])
})

test('the URL in the crawler’s user agent explains how to exclude a website', async () => {
  const page = await app.server.inject('/crawler')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('User-agent: Goldpan')
})
