import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'

const { app } = await startTestApp()
const { app: inProduction } = await startTestApp({
  environment: { NODE_ENV: 'production', BOT_CHECK: 'off' },
})
const { app: asStarted } = await startTestApp({ environment: { NODE_ENV: '' } })

test('every letter can be viewed in development, as HTML and as text', async () => {
  const list = await app.server.inject('/_dev/letters')
  const links = [...list.body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  expect(links.length).toBeGreaterThan(20)
  for (const url of links) {
    const { statusCode, body } = await app.server.inject(url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(body).not.toContain('undefined')
  }
})

test('the previews are only served in development, also when NODE_ENV is not set', async () => {
  for (const { server } of [inProduction, asStarted])
    for (const url of ['/_dev/letters', '/_dev/letters/reset'])
      expect((await server.inject(url)).body).not.toContain('Choose a new password')
})
