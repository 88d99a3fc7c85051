import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { createRecaptchaBotCheck } from './recaptcha.ts'

/** Stands in for Google's verification: 'good' passes, 'broken' is a server error. */
const requests: URLSearchParams[] = []
const google = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const form = new URLSearchParams(body)
    requests.push(form)
    const token = form.get('response')
    response.statusCode = token === 'broken' ? 503 : 200
    response.end(JSON.stringify({ success: token === 'good', 'error-codes': [] }))
  })
})
await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  google.close()
})

const check = createRecaptchaBotCheck({
  systemClock: createTestClock(),
  siteKey: 'site',
  secret: 'hidden',
  verifyUrl: `http://127.0.0.1:${(google.address() as AddressInfo).port}/`,
})

test('Google is sent the secret, the token and the source (ACC-59)', async () => {
  expect((await check.verify('good', '192.0.2.1')).isPassed).toBe(true)
  expect(Object.fromEntries(requests.at(-1)!)).toEqual({
    secret: 'hidden',
    response: 'good',
    remoteip: '192.0.2.1',
  })
})

test('a token refused by Google does not pass', async () => {
  expect((await check.verify('bad', '192.0.2.1')).isPassed).toBe(false)
})

test('the check throws when Google is unreachable instead of letting anybody in', async () => {
  await expect(check.verify('broken', '192.0.2.1')).rejects.toThrow('The bot check answered 503')
})
