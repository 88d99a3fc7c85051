import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const token = 'a-long-token-of-the-operator'
const { app, alice, bob, createCustomer, clock, drain, query } = await startTestApp({
  environment: { METRICS_TOKEN: token, OPERATOR_EMAIL: 'bob@customer.example' },
})
const host = 'localhost:3000'
const origin = `http://${host}`
const authorization = `Basic ${Buffer.from(`sam:${token}`).toString('base64')}`
const HOSTILE = `"><script>alert(1)</script>'&`

beforeEach(() => query('delete from rate_limits'))

const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString()
const get = (url: string) => app.server.inject({ url, headers: { authorization } })

/** Sends a form of a page, as a browser would. */
async function submit(
  page: string,
  action: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin, 'sec-fetch-site': 'same-origin' },
) {
  const { body } = await get(page)
  const [, formToken = ''] = new RegExp(`action="${action}">\\s*<input [^>]*value="([^"]+)"`).exec(body) ?? []
  expect(formToken, `a form to ${action}`).not.toBe('')
  return post(action, { form_token: formToken, ...fields }, headers)
}

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
  app.server.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const pathOf = (id: string, act = '') => `/operator/accounts/${id}${act}`
const listEntries = (act: string) =>
  query('select operator, account_id, subject, reason from operator_acts where act = $1 order by at', [act])
const findSuspension = async (id: string) =>
  (
    await query<{ suspension_reason: string | null }>('select suspension_reason from users where id = $1', [
      id,
    ])
  )[0]?.suspension_reason

test('the overview shows queues, workers, pauses and refused logins, and can’t be framed, stored or scripted', async () => {
  const { body, statusCode, headers } = await get('/operator')
  expect(statusCode).toBe(200)
  expect(body).toMatch(/sending<\/th><td[^>]*>queued<\/td><td[^>]*>0<\/td>/)
  expect(body).toContain('No worker is alive')
  expect(body).toContain('No account is paused')
  expect(headers['cache-control']).toBe('no-store')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/style-src 'sha256-[\w+/]+=*'/)
  expect(policy).not.toContain('unsafe')
  expect(body).not.toContain('<script')
  await query(`insert into workers (id, started_at, beat_at) values ('w1', $1, $2)`, [ago(90), ago(0)])
  expect((await get('/operator')).body).toContain('1 worker is alive, for 90 min')
})

test('sending that is held is resumed by the operator, with a reason', async () => {
  await query(
    `insert into installation_holds (sentence, at, settled_at) values ('Restored from a backup.', $1, $1)`,
    [ago(1)],
  )
  expect((await get('/operator')).body).toContain('Restored from a backup.')
  const unreasoned = await submit('/operator', '/operator/resume-sending', { reason: ' ' })
  expect(unreasoned.statusCode).toBe(422)
  expect(unreasoned.body).toContain('Please give a reason')

  const answer = await submit('/operator', '/operator/resume-sending', { reason: 'Checked' })

  expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/operator?done=resumed' } })
  expect((await get('/operator?done=resumed')).body).toContain('Sending resumed.')
  expect((await get('/operator')).body).not.toContain('Restored from a backup.')
  expect(await listEntries('resume-sending')).toEqual([
    { operator: 'sam (operator page)', account_id: null, subject: null, reason: 'Checked' },
  ])
})

test('a pause for complaints is lifted from the overview or the account', async () => {
  await query(
    `insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'complaints', 'Too many complaints.', $2)`,
    [alice.id, ago(10)],
  )
  const action = pathOf(alice.id, '/lift-pause')
  expect((await get(pathOf(alice.id))).body).toContain('Too many complaints.')
  expect(await submit('/operator', action, { reason: 'Talked to her' })).toMatchObject({
    statusCode: 303,
    headers: { location: `${pathOf(alice.id)}?done=lifted` },
  })
  expect((await get('/operator')).body).toContain('No account is paused')
  expect(await listEntries('lift-pause')).toMatchObject([{ account_id: alice.id, reason: 'Talked to her' }])
})

test('accounts are listed, filtered and paged', async () => {
  const { body } = await get('/operator/accounts')
  expect(body).toContain(alice.email)
  expect(body).toContain(bob.email)
  const found = await get('/operator/accounts?search=ALICE&plan=premium&sent_over=&suspended=')
  expect(found.body).toContain(alice.email)
  expect(found.body).not.toContain(bob.email)
  expect((await get('/operator/accounts?plan=free')).body).toContain('No account matches.')
  expect((await get('/operator/accounts?page=2')).body).toContain('No account matches.')
  const wrong = await get('/operator/accounts?sent_over=many&bounced_over=2,5')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="many" aria-invalid="true"')
  expect(wrong.body).toContain('value="2,5">')
  expect(wrong.body).toContain('Please give a whole number from 0 to 1,000,000,000.')
  expect(wrong.body).not.toContain(alice.email)
})

test('more accounts than fit are on the next page, with the same filter', async () => {
  await query(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
     select 'many' || n || '@customer.example', 'Many', 'People', 'none', 'test', now(), now() from generate_series(1, 51) n`,
  )
  const { body } = await get('/operator/accounts?plan=test')
  expect(body).toContain('href="/operator/accounts?plan=test&#38;page=2">Next page')
  const second = (await get('/operator/accounts?plan=test&page=2')).body
  expect(second.match(/many\d+@customer/g)).toHaveLength(1)
  expect(second).toContain('Previous page')
})

test('an account is suspended and opened again, each with a reason and a record', async () => {
  const { body } = await get(pathOf(alice.id))
  expect(body).toContain('<h1>alice@customer.example</h1>')
  expect(body).toContain('Generations')
  const suspended = await submit(pathOf(alice.id), pathOf(alice.id, '/suspend'), { reason: 'Buys lists' })
  expect(suspended.headers.location).toBe(`${pathOf(alice.id)}?done=suspended`)
  expect(await findSuspension(alice.id)).toBe('Buys lists')
  expect((await get('/operator/accounts?suspended=yes')).body).toContain('Buys lists')

  const opened = await submit(pathOf(alice.id), pathOf(alice.id, '/unsuspend'), { reason: 'Explained' })

  expect(opened.headers.location).toBe(`${pathOf(alice.id)}?done=unsuspended`)
  expect(await findSuspension(alice.id)).toBeNull()
  const found = (await get(`/operator/audit-log?account=${alice.email}`)).body
  for (const text of ['suspend', 'unsuspend', 'Buys lists', 'Explained', 'sam (operator page)'])
    expect(found).toContain(text)
})

test('what was typed is kept when a form is refused, and escaped', async () => {
  const reason = `${HOSTILE}${'x'.repeat(500)}`
  const { statusCode, body } = await submit(pathOf(alice.id), pathOf(alice.id, '/suspend'), { reason })
  expect(statusCode).toBe(422)
  expect(body).toContain('Please give a reason of 1 to 500 characters.')
  expect(body).toContain('role="alert"')
  expect(body).toContain('xxx')
  expect(body).not.toContain('<script')
  expect(await findSuspension(alice.id)).toBeNull()
})

test('the operator’s own account is suspended only with the box ticked', async () => {
  const send = (fields: Record<string, string>) =>
    submit(pathOf(bob.id), pathOf(bob.id, '/suspend'), { reason: 'Test', ...fields })
  expect((await send({})).body).toContain('This is your own address')
  expect(await findSuspension(bob.id)).toBeNull()
  expect((await send({ confirmed: 'yes' })).statusCode).toBe(303)
  expect(await findSuspension(bob.id)).toBe('Test')
})

test('an account is deleted only with its address typed', async () => {
  const { id, email } = await createCustomer('Gone')
  const send = (typed: string) =>
    submit(pathOf(id), pathOf(id, '/delete'), { email: typed, reason: 'Asked for it' })
  const refused = await send('alice@customer.example')
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('value="Asked for it"')
  expect(refused.body).toContain('<details open>')

  expect((await send(` ${email.toUpperCase()} `)).headers.location).toBe('/operator/accounts?done=deleted')

  expect((await get(pathOf(id))).statusCode).toBe(404)
  await drain()
  expect(await query('select 1 from users where id = $1', [id])).toEqual([])
  expect((await get('/operator/accounts?done=deleted')).body).toContain('being deleted in the background')
  expect(
    await query(`select subject, reason from operator_acts where act = 'delete' and account_id = $1`, [id]),
  ).toEqual([{ subject: null, reason: 'Asked for it' }])
  expect((await get(`/operator/audit-log?account=${id}`)).body).toContain('Asked for it')
})

test('an unknown account or address is explained', async () => {
  for (const id of [randomUUID(), 'none', encodeURIComponent(HOSTILE)]) {
    const { statusCode, body } = await get(pathOf(id))
    expect(statusCode).toBe(404)
    expect(body).toContain('There is no such account')
    expect(body).not.toContain('<script')
  }
  const found = await get(`/operator/audit-log?account=${encodeURIComponent(HOSTILE)}`)
  expect(found.statusCode).toBe(404)
  expect(found.body).toContain('There is no account with the address')
  expect(found.body).not.toContain('<script')
})

test('names, reasons and errors that contain HTML are shown as text', async () => {
  const { id } = await createCustomer('Mallory')
  await query(
    'update users set first_name = $2, last_name = $2, suspended_at = $3, suspension_reason = $2 where id = $1',
    [id, HOSTILE, ago(1)],
  )
  await query(`insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'complaints', $2, $3)`, [
    id,
    HOSTILE,
    ago(1),
  ])
  await query(
    `insert into inbound_messages (owner_id, envelope_to, raw, raw_hash, received_at, attempts, error)
     values ($1, 'x@reply.test.example', '', 'h', $2, 5, $3)`,
    [id, ago(60), HOSTILE],
  )
  await query(
    `insert into operator_acts (at, operator, act, account_id, subject, detail, reason) values ($2, $3, $3, $1, $3, $3, $3)`,
    [id, ago(1), HOSTILE],
  )
  for (const url of [
    '/operator',
    '/operator/accounts',
    `/operator/accounts?search=${encodeURIComponent(HOSTILE)}&sent_over=${encodeURIComponent(HOSTILE)}`,
    pathOf(id),
    '/operator/jobs',
    '/operator/audit-log',
  ]) {
    const { body } = await get(url)
    expect(body, url).toContain('&#60;script&#62;')
    expect(body, url).not.toContain('<script')
    expect(body, url).not.toContain(HOSTILE)
  }
  await query('delete from inbound_messages')
  await query('delete from operator_acts where operator = $1', [HOSTILE])
})

test('failed work is retried and cancelled', async () => {
  await query(
    `insert into billing_events (id, type, received_at) values ('evt_1', 'invoice.paid', $1), ('evt_2', 'invoice.paid', $1)`,
    [ago(30)],
  )
  const { body } = await get('/operator/jobs')
  expect(body).toContain('Payment event')
  expect((await get('/operator')).body).toContain('2 jobs failed')
  const unreasoned = await submit('/operator/jobs', '/operator/jobs/evt_2/cancel', { reason: '' })
  expect(unreasoned.statusCode).toBe(422)
  expect(unreasoned.body).toContain('<details open>')

  const cancelled = await submit('/operator/jobs', '/operator/jobs/evt_2/cancel', { reason: 'No customer' })
  expect(cancelled.headers.location).toBe('/operator/jobs?done=cancelled')
  const retried = await submit('/operator/jobs', '/operator/jobs/evt_1/retry', {})
  expect(retried.headers.location).toBe('/operator/jobs?done=retried')

  await drain()
  expect((await get('/operator/jobs?done=retried')).body).toContain('Nothing failed.')
  expect(await listEntries('cancel-job')).toMatchObject([
    { operator: 'sam (operator page)', reason: 'No customer' },
  ])
  expect(await listEntries('retry-job')).toHaveLength(1)
})

test('work that was done meanwhile is explained', async () => {
  await query(`insert into billing_events (id, type, received_at) values ('evt_3', 'invoice.paid', $1)`, [
    ago(30),
  ])
  const { body } = await get('/operator/jobs')
  const [, formToken = ''] = /evt_3\/retry">\s*<input [^>]*value="([^"]+)"/.exec(body) ?? []
  await query(`update billing_events set processed_at = now()`)
  const answer = await post('/operator/jobs/evt_3/retry', { form_token: formToken })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('It may be done by now.')
})

test('the audit log is paged, newest first', async () => {
  await query(
    `insert into operator_acts (at, operator, act, reason)
     select now() + n * interval '1 minute', 'sam', 'act-' || n, 'r' from generate_series(1, 60) n`,
  )
  const first = (await get('/operator/audit-log')).body
  expect(first).toContain('act-60')
  expect(first).not.toContain('act-10<')
  const second = (await get('/operator/audit-log?page=2')).body
  expect(second).toContain('act-10<')
  expect(second).toContain('Newer')
  await query(`delete from operator_acts where operator = 'sam'`)
})

test('forms from other websites, without their token or with that of another form are refused', async () => {
  const [suspend, page] = [pathOf(alice.id, '/suspend'), pathOf(alice.id)]
  const fields = { reason: 'Forged' }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin, 'sec-fetch-site': 'cross-site' },
    { origin, 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    expect((await submit(page, suspend, fields, headers)).statusCode).toBe(403)
  expect((await post(suspend, fields)).statusCode).toBe(403)
  expect((await post(suspend, { ...fields, form_token: 'x' })).statusCode).toBe(403)
  const { body } = await get(page)
  const [, ofDelete = ''] = /\/delete">\s*<input [^>]*value="([^"]+)"/.exec(body) ?? []
  expect(ofDelete).not.toBe('')
  expect((await post(suspend, { ...fields, form_token: ofDelete })).statusCode).toBe(403)
  const ofBob =
    /\/(?:un)?suspend">\s*<input [^>]*value="([^"]+)"/.exec((await get(pathOf(bob.id))).body)?.[1] ?? ''
  expect((await post(suspend, { ...fields, form_token: ofBob })).statusCode).toBe(403)
  expect(await findSuspension(alice.id)).toBeNull()
})

test('forms need the token of the operator, too, which no session replaces', async () => {
  const answer = await app.server.inject({
    method: 'POST',
    url: pathOf(alice.id, '/suspend'),
    payload: 'reason=x',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(401)
})

test('bodies that are too large or no form are refused', async () => {
  const path = pathOf(alice.id, '/suspend')
  expect((await post(path, { reason: 'x'.repeat(20_000) })).statusCode).toBe(413)
  const json = await app.server.inject({
    method: 'POST',
    url: path,
    payload: { reason: 'x' },
    headers: { origin, authorization },
  })
  expect(json.statusCode).toBe(415)
})

test('an operator without a name is recorded as the operator', async () => {
  await query(`insert into installation_holds (sentence, at, settled_at) values ('Held.', $1, $1)`, [ago(1)])
  const bearer = { authorization: `Bearer ${token}` }
  const { body } = await app.server.inject({ url: '/operator', headers: bearer })
  const [, formToken = ''] = /resume-sending">\s*<input [^>]*value="([^"]+)"/.exec(body) ?? []
  const answer = await post(
    '/operator/resume-sending',
    { form_token: formToken, reason: 'By script' },
    bearer,
  )
  expect(answer.statusCode).toBe(303)
  const found = await listEntries('resume-sending')
  expect(found.at(-1)).toMatchObject({ operator: 'operator (operator page)', reason: 'By script' })
})
