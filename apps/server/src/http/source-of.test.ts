import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { sourceOf } from './source-of.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // Node has no address for a connection that was closed meanwhile.
  [undefined, 'gone'],
])('of %s a limit counts for %s', (ip, source) => {
  expect(sourceOf(ip)).toBe(source)
})

test('whoever takes another address of the same IPv6 network for each login is stopped like everybody (ACC-53)', async () => {
  const { app } = await startTestApp()
  const login = (from: string, n: number) =>
    app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: from,
      payload: { email: `nobody${n}@shop.example`, password: 'wrong-wrong', recaptchaToken: 'ok' },
    })
  const statuses: number[] = []
  for (let n = 0; n < 105; n++) statuses.push((await login(`2001:db8:1:2::${n.toString(16)}`, n)).statusCode)
  expect(statuses.slice(0, 100)).not.toContain(429)
  expect(statuses.slice(100)).toEqual([429, 429, 429, 429, 429])
  expect((await login('2001:db8:1:3::1', 200)).statusCode).not.toBe(429)
})
