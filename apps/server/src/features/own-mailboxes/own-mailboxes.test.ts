import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { afterAll, expect, test } from 'vitest'
import { DOVECOT_PASSWORD, startDovecot } from '../../../test/dovecot-server.ts'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { startMailProvider } from '../../../test/mail-provider.ts'
import { startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'

const smtp = await startMailProvider({ password: DOVECOT_PASSWORD })
const imap = await startDovecot()
afterAll(() => Promise.all([smtp.close(), imap.close()]))

const HOST = '127.0.0.1'
const smtpServer = { host: HOST, port: smtp.port, security: 'starttls' } as const
const imapServer = { host: HOST, port: imap.port, security: 'starttls' } as const
const presetFile = join(tmpdir(), `presets-${process.pid}.json`)
const preset = {
  kind: 'password',
  smtp: smtpServer,
  imap: imapServer,
  username: 'address',
  needs_app_password: false,
  hint: '',
  help_url: null,
  saves_sent: false,
}
writeFileSync(
  presetFile,
  JSON.stringify([
    { ...preset, id: 'hill', name: 'Hill Mail', domains: ['hill.example'], mx: ['hill-mx.example'] },
    {
      ...preset,
      id: 'peak',
      name: 'Peak',
      domains: ['peak.example'],
      mx: [],
      username: 'local_part',
      needs_app_password: true,
      hint: 'make one in the settings.',
      saves_sent: true,
    },
  ]),
)
afterAll(() => rmSync(presetFile))

const { alice, bob, createCustomer, drain, query, clock } = await startTestApp({
  ports: {
    dns: {
      ...createFakeDns(),
      mx: async (name) =>
        name === 'valley.example' ? [{ exchange: 'in1.hill-mx.example', priority: 10 }] : [],
    },
  },
  environment: {
    MAILBOX_ALLOW_PRIVATE: `${HOST}:${smtp.port},${HOST}:${imap.port},localhost:${smtp.port}`,
    MAILBOX_PRESETS: presetFile,
  },
})

const password = DOVECOT_PASSWORD
const own = { password, smtp: smtpServer, imap: imapServer }
const add = (who: Customer, body: { address: string } & Record<string, unknown>) =>
  who.call(routes.add, { body: { password, ...body } })
const idOf = async (who: Customer, address: string) =>
  (await who.call(routes.list)).answer.mailboxes.find((mailbox) => mailbox.address === address)!.id

async function sendCampaign(people: number) {
  const { id: campaign, emails } = await writeCampaign(alice, people)
  await startSend(alice, campaign)
  await drain()
  return { campaign, emails }
}

test('a known mailbox is connected by its address and password alone (MBOX-01, MBOX-03)', async () => {
  const { status, answer } = await add(alice, { address: 'Pat@hill.example' })
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    kind: 'password',
    provider: 'hill',
    address: 'Pat@hill.example',
    account: 'Pat@hill.example',
    smtp: { ...smtpServer, username: 'Pat@hill.example' },
    imap: { ...imapServer, username: 'Pat@hill.example' },
    reads: 'answers',
    is_used: true,
    daily_cap: 40,
    has_ramp: true,
    keep_copy: true,
    state: 'connected',
    sentence: '',
    held_until: null,
    connected_by: { id: alice.id, name: 'Alice Tester' },
    sent_today: 0,
    cap_today: 20,
    people: 0,
    waiting: 0,
  })
  expect((await alice.call(routes.get, { params: { id: answer.id } })).answer).toEqual(answer)
})

test('no answer holds the password, which is sealed (MBOX-01)', async () => {
  const listed = await alice.call(routes.list)
  const id = listed.answer.mailboxes[0]!.id
  const answers = [
    listed,
    await alice.call(routes.get, { params: { id } }),
    await alice.call(routes.test, { params: { id } }),
    await alice.call(routes.update, { params: { id }, body: { name: 'Pat' } }),
  ]
  const [row] = await query<{ sealed_secret: string }>('select sealed_secret from mailboxes where id = $1', [
    id,
  ])
  for (const text of [...answers.map(({ answer }) => JSON.stringify(answer)), row!.sealed_secret])
    expect(text).not.toContain(password)
  expect(JSON.stringify(answers[0]!.answer)).not.toContain(row!.sealed_secret)
})

test('the list says which providers can be connected, and presets name their servers (MBOX-01)', async () => {
  const { answer } = await alice.call(routes.list)
  expect(answer.providers.google).toMatchObject({ available: false })
  expect(answer.attempt).toBeNull()
  const { presets } = (await alice.call(routes.presets)).answer
  expect(presets[0]).toMatchObject({ id: 'hill' })
  expect(presets.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['gmail', 'outlook', 'fastmail', 'gmx', 'proton']),
  )
})

test('lookup finds a provider by domain or MX and says when it knows none (MBOX-02)', async () => {
  const lookUp = async (address: string) => (await alice.call(routes.lookup, { body: { address } })).answer
  expect((await lookUp('a@hill.example')).ways).toMatchObject([
    { kind: 'password', provider: 'hill', smtp: { ...smtpServer, username: 'a@hill.example' } },
  ])
  expect((await lookUp('a@gmail.com')).ways.map(({ kind }) => kind)).toEqual(['google', 'password'])
  expect((await lookUp('a@valley.example')).ways).toMatchObject([{ provider: 'hill', name: 'Hill Mail' }])
  expect(await lookUp('a@unknown.example')).toEqual({
    ways: [],
    sentence: 'We do not know the mail servers of unknown.example. Please enter them.',
  })
})

test('60 connects and tests a minute are allowed, whichever they are, and others are not kept waiting (MBOX-02)', async () => {
  const carl = await createCustomer('Carl')
  const id = randomUUID()
  const body = { address: 'pat@hill.example' }
  const calls = [
    () => carl.call(routes.lookup, { body }),
    () => carl.call(routes.test, { params: { id } }),
    () => carl.call(routes.update, { params: { id }, body: {} }),
    () => carl.call(routes.startSignIn, { params: { provider: 'google' }, body: {} }),
    () => carl.call(senderMailboxRoutes.test),
  ]
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) statuses.push((await calls[n % calls.length]!()).status)
  expect(statuses).not.toContain(429)
  for (const call of calls) expect((await call()).status).toBe(429)
  expect((await carl.call(routes.list)).status).toBe(200)
  expect((await bob.call(routes.lookup, { body })).status).toBe(200)
})

test('unknown servers are asked for, and entered ones are used (MBOX-04)', async () => {
  const unknown = await add(alice, { address: 'a@unknown.example' })
  expect([unknown.status, unknown.refusal.code]).toEqual([400, 'mailboxes.servers_needed'])
  expect(unknown.refusal.message).toBe(
    'We do not know the mail servers of unknown.example. Please enter them.',
  )
  const entered = await add(alice, { address: 'a@unknown.example', username: 'amy', ...own })
  expect(entered.answer).toMatchObject({
    smtp: { ...smtpServer, username: 'amy' },
    imap: { ...imapServer, username: 'amy' },
    account: 'amy',
  })
  const unread = await add(alice, { address: 'b@unknown.example', smtp: smtpServer })
  expect(unread.answer).toMatchObject({
    reads: 'nothing',
    imap: null,
    sentence: 'Failures of delivery are not seen here: this mailbox is not read.',
  })
})

test('a missing password is asked for (MBOX-04)', async () => {
  for (const body of [{ address: 'c@hill.example' }, { address: 'c@hill.example', password: '' }]) {
    const { status, refusal } = await alice.call(routes.add, { body })
    expect([status, refusal.code, refusal.message]).toEqual([
      400,
      'mailboxes.password',
      'Please enter the password of the mailbox',
    ])
  }
})

test('what does not work is refused with its sentence, and nothing is stored (MBOX-04)', async () => {
  const sending = await add(alice, { address: 'c@unknown.example', ...own, password: 'wrong' })
  expect(sending.status).toBe(400)
  expect(sending.refusal).toMatchObject({ code: 'mailboxes.not_working', part: 'sending' })
  expect(sending.refusal.message).toContain(`${HOST} refused the user name or password`)
  const closed = { ...imapServer, port: 993 }
  const reading = await add(alice, { address: 'c@unknown.example', ...own, imap: closed })
  expect(reading.refusal).toMatchObject({ code: 'mailboxes.not_working', part: 'reading' })
  expect((await alice.call(routes.list)).answer.mailboxes.map(({ address }) => address)).not.toContain(
    'c@unknown.example',
  )
})

test('an app password is asked for, and taken with the local part as user name (MBOX-05)', async () => {
  const refused = await add(alice, { address: 'amy@peak.example', password: 'wrong' })
  expect(refused.refusal.message).toBe('Peak needs an app password: make one in the settings.')
  expect((await add(alice, { address: 'amy@peak.example' })).answer).toMatchObject({
    account: 'amy',
    keep_copy: false,
  })
})

test('Microsoft takes no passwords, and Proton Mail needs its Bridge (MBOX-05)', async () => {
  const outlook = await add(alice, { address: 'a@outlook.com' })
  expect(outlook.refusal).toMatchObject({
    code: 'mailboxes.not_working',
    message: 'Microsoft 365 no longer takes passwords. Use "Connect Microsoft 365".',
  })
  expect((await add(alice, { address: 'a@proton.me' })).refusal.message).toContain('Bridge')
})

test.each([
  ['127.0.0.1', 587],
  ['169.254.169.254', 465],
  ['localhost', 25],
  [HOST, 8080],
])('private hosts and other ports are not reached: %s:%i (MBOX-06)', async (host, port) => {
  const server = { host, port, security: 'starttls' } as const
  const sending = await add(alice, { address: 'd@unknown.example', ...own, smtp: server })
  expect(sending.refusal).toMatchObject({
    part: 'sending',
    message: `${host} could not be found. Please check the name and the port.`,
  })
  const reading = await add(alice, { address: 'd@unknown.example', ...own, imap: server })
  expect(reading.refusal).toMatchObject({
    part: 'reading',
    message: `${host} could not be found. Please check the name and the port.`,
  })
})

test('an address is connected once, case aside (MBOX-07)', async () => {
  const again = await add(alice, { address: 'PAT@hill.example' })
  expect([again.status, again.refusal.code, again.refusal.message]).toEqual([
    409,
    'mailboxes.exists',
    'PAT@hill.example is already connected',
  ])
  const id = await idOf(alice, 'a@unknown.example')
  const renamed = await alice.call(routes.update, { params: { id }, body: { address: 'pat@hill.example' } })
  expect(renamed.refusal.code).toBe('mailboxes.exists')
  expect((await add(bob, { address: 'pat@hill.example' })).status).toBe(200)
})

test('the 51st mailbox is refused (MBOX-07)', async () => {
  const dora = await createCustomer('Dora')
  await query(
    `insert into mailboxes (owner_id, kind, address, account, smtp, sealed_secret, reads, connected_at, updated_at)
     select $1, 'password', 'm' || n || '@hill.example', 'm', $2, '', 'nothing', now(), now() from generate_series(1, 50) n`,
    [dora.id, { ...smtpServer, username: 'm' }],
  )
  const refused = await add(dora, { address: 'm51@hill.example' })
  expect([refused.status, refused.refusal.code]).toEqual([409, 'mailboxes.too_many'])
})

test('Bob cannot see, change, test or remove a mailbox of Alice (MBOX-07)', async () => {
  const params = { id: await idOf(alice, 'Pat@hill.example') }
  const calls = [
    bob.call(routes.get, { params }),
    bob.call(routes.update, { params, body: { name: 'Bob' } }),
    bob.call(routes.test, { params }),
    bob.call(routes.days, { params }),
    bob.call(routes.remove, { params, query: { confirm: 'true' } }),
  ]
  for (const { status, refusal } of await Promise.all(calls))
    expect([status, refusal.code]).toEqual([404, 'mailboxes.gone'])
  expect((await bob.call(routes.list)).answer.mailboxes.map(({ id }) => id)).not.toContain(params.id)
  expect((await alice.call(routes.get, { params })).answer.name).toBe('Pat')
})

test('two mailboxes cannot take the same address at once (MBOX-07)', async () => {
  const rosa = await createCustomer('Rosa')
  const ids = []
  for (const name of ['one', 'two'])
    ids.push((await add(rosa, { address: `${name}@hill.example` })).answer.id)
  const renamed = await Promise.all(
    ids.map((id) => rosa.call(routes.update, { params: { id }, body: { address: 'same@hill.example' } })),
  )
  expect(renamed.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a mailbox whose secret is gone says so when it is tested', async () => {
  const lena = await createCustomer('Lena')
  const { id } = (await add(lena, { address: 'lena@hill.example' })).answer
  await query("update mailboxes set sealed_secret = '', state = 'needs_login' where id = $1", [id])
  const { status, answer } = await lena.call(routes.test, { params: { id } })
  expect(status).toBe(200)
  expect(answer).toMatchObject({
    sending: 'lena@hill.example needs you to sign in again',
    mailbox: { state: 'needs_login' },
  })
})

test('a change of an outdated version overwrites nothing (MBOX-07)', async () => {
  const id = await idOf(alice, 'Pat@hill.example')
  const before = (await alice.call(routes.get, { params: { id } })).answer
  const change = { name: 'Patricia', daily_cap: 60, has_ramp: false, updated_at: before.updated_at }
  const changed = await alice.call(routes.update, { params: { id }, body: change })
  expect(changed.answer).toMatchObject({ name: 'Patricia', daily_cap: 60, cap_today: 60 })
  const late = await alice.call(routes.update, {
    params: { id },
    body: { name: 'Late', updated_at: before.updated_at },
  })
  expect([late.status, late.refusal.code]).toEqual([409, 'mailboxes.changed'])
  expect((await alice.call(routes.get, { params: { id } })).answer.name).toBe('Patricia')
})

test('a stored password goes to no other host and to no other user name (MBOX-08)', async () => {
  const id = await idOf(alice, 'Pat@hill.example')
  const before = smtp.countConnections()
  const other = { ...smtpServer, host: 'localhost' }
  for (const body of [{ smtp: other }, { imap: { ...imapServer, host: 'localhost' } }, { username: 'amy' }]) {
    const moved = await alice.call(routes.update, { params: { id }, body })
    expect([moved.status, moved.refusal.code]).toEqual([400, 'mailboxes.password'])
  }
  expect(smtp.countConnections()).toBe(before)
  const entered = await alice.call(routes.update, { params: { id }, body: { smtp: other, password } })
  expect(entered.answer.smtp).toMatchObject({ host: 'localhost', username: 'Pat@hill.example' })
  const wrong = await alice.call(routes.update, { params: { id }, body: { password: 'wrong' } })
  expect(wrong.refusal.code).toBe('mailboxes.not_working')
  expect((await alice.call(routes.test, { params: { id } })).answer).toMatchObject({
    sending: null,
    reading: null,
    mailbox: { state: 'connected' },
  })
})

test('a mailbox that is turned off says so, and is tested when it is turned on', async () => {
  const id = await idOf(alice, 'a@unknown.example')
  const off = await alice.call(routes.update, { params: { id }, body: { state: 'off' } })
  expect(off.answer).toMatchObject({ state: 'off', sentence: 'a@unknown.example is turned off' })
  const on = await alice.call(routes.update, { params: { id }, body: { state: 'connected' } })
  expect(on.answer).toMatchObject({ state: 'connected', sentence: '' })
})

test('removing erases the password at once; the same address is the same mailbox again (MBOX-19)', async () => {
  const id = await idOf(alice, 'b@unknown.example')
  const removed = await alice.call(routes.remove, { params: { id } })
  expect(removed.answer).toMatchObject({ held: 0 })
  expect((await alice.call(routes.get, { params: { id } })).status).toBe(404)
  const [row] = await query<{ sealed_secret: string }>('select sealed_secret from mailboxes where id = $1', [
    id,
  ])
  expect(row!.sealed_secret).toBe('')
  const again = await add(alice, { address: 'B@unknown.example', ...own })
  expect(again.answer).toMatchObject({
    id,
    address: 'B@unknown.example',
    reads: 'answers',
    state: 'connected',
  })
})

test('days count first messages, follow-ups, answers and bounces in the time zone of the pace (MBOX-36)', async () => {
  clock.set('2026-03-04T12:00:00.000Z')
  const { id: owner } = alice
  const id = await idOf(alice, 'Pat@hill.example')
  await alice.call(routes.update, { params: { id }, body: { has_ramp: true } })
  await query(
    `insert into sending_paces (owner_id, gap_from_seconds, gap_to_seconds, window_days, window_from, window_to, time_zone, has_ramp, updated_at)
     values ($1, 0, 0, '{1,2,3,4,5}', '09:00', '17:00', 'America/New_York', false, now())`,
    [owner],
  )
  await query('update mailboxes set is_used = false')
  const { emails } = await sendCampaign(3)
  // In New York it is still the 2nd of March.
  await query(
    "update recipients set state = 'sent', mailbox_id = $1, first_tried_at = case email when $2 then $3 else $4 end::timestamptz where email = any($5)",
    [id, emails[0], '2026-03-03T04:30:00Z', '2026-03-03T15:00:00Z', emails],
  )
  // Nobody received what was rejected.
  await query("update recipients set state = 'failed' where email = $1", [emails[2]])
  const [late] = await query<{ id: string }>('select id from recipients where email = $1', [emails[0]])
  await query(
    "insert into tracking_events (owner_id, recipient_id, kind, at) values ($1, $2, 'bounce', '2026-03-04T11:00:00Z')",
    [owner, late!.id],
  )
  await query(
    `insert into answers (owner_id, press_id, to_email, subject, content, state, next_at, created_at, finished_at, mailbox_id)
     values ($1, gen_random_uuid(), 'a@shop.example', '', '', 'sent', now(), now(), '2026-03-04T11:30:00Z', $2)`,
    [owner, id],
  )
  await query("update mailboxes set sending_days = 2, last_sending_day = '2026-03-03' where id = $1", [id])
  const { answer } = await alice.call(routes.days, { params: { id }, query: { days: 3 } })
  const nothing = { sent: 0, first: 0, follow_ups: 0, answers: 0, bounced: 0 }
  expect(answer.days).toEqual([
    { ...nothing, day: '2026-03-04', cap: 28, sent: 1, answers: 1, bounced: 1 },
    { ...nothing, day: '2026-03-03', cap: 24, sent: 1, first: 1 },
    { ...nothing, day: '2026-03-02', cap: 20, sent: 1, first: 1 },
  ])
  expect((await alice.call(routes.get, { params: { id } })).answer).toMatchObject({
    sent_today: 1,
    cap_today: 28,
  })
  expect((await alice.call(routes.days, { params: { id }, query: { days: 91 } })).status).toBe(400)
})

test('people who wait are held when their mailbox is removed, after a confirmation (MBOX-34 in part)', async () => {
  const id = await idOf(alice, 'a@unknown.example')
  const at = clock.now().toISOString()
  const { campaign } = await sendCampaign(1)
  for (const email of ['w1@shop.example', 'w2@shop.example']) {
    await query(
      'insert into mailbox_people (owner_id, email, mailbox_id, bound_at) values ($1, $2, $3, $4)',
      [alice.id, email, id, at],
    )
    await query(
      `insert into enrolments (owner_id, campaign_id, campaign_prospect_id, email, state, waited_from, created_at, updated_at)
       values ($1, $2, gen_random_uuid(), $3, 'waiting', $4, $4, $4)`,
      [alice.id, campaign, email, at],
    )
  }
  const unconfirmed = await alice.call(routes.remove, { params: { id } })
  expect([unconfirmed.status, unconfirmed.refusal.code, unconfirmed.refusal.waiting]).toEqual([
    409,
    'mailboxes.people_wait',
    2,
  ])
  expect(unconfirmed.refusal.message).toBe(
    '2 people wait for follow-ups from a@unknown.example. They are held until you move them.',
  )
  const { answer } = await alice.call(routes.remove, { params: { id }, query: { confirm: 'true' } })
  expect(answer.held).toBe(2)
  expect(await query('select state, hold_reason from enrolments where owner_id = $1', [alice.id])).toEqual([
    { state: 'held', hold_reason: 'no_mailbox' },
    { state: 'held', hold_reason: 'no_mailbox' },
  ])
})
