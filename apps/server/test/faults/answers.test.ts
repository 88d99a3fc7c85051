import { randomUUID } from 'node:crypto'
import { answeringRoutes } from '@goldpan/contract/answering'
import { replyRoutes } from '@goldpan/contract/replies'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/providers/clock/system.ts'
import { startTestApp } from '../harness.ts'
import { startFaultyMailServer } from './faulty-mail-server.ts'
import { createCaller } from './http-caller.ts'
import { ageHeartbeats, startWeb, startWorker, until } from './worker-process.ts'

const { alice, app, drain, query } = await startTestApp({ ports: { systemClock } })
const mail = await startFaultyMailServer()
const environment = { DATABASE_URL: app.database.url, MAIL_SMTP_URL: mail.url }
const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer

/** Somebody who wrote, with the id of their conversation. */
async function begin(name: string) {
  const email = `${name}@shop.example`
  const to = `${emailId}@${reply_domain}`
  const raw = Buffer.from(
    `From: Reader <${email}>\r\nTo: ${to}\r\nSubject: Question\r\nMessage-ID: <${name}@shop.example>\r\n\r\nWhat does it cost?\r\n`,
  )
  await app.features.replies.receive({ raw, envelope: { from: email, to: [to] } })
  await drain()
  const [row] = await query<{ id: string }>('select id from conversations where email = $1', [email])
  return { email, id: row!.id }
}

const answer = async (id: string, more: { draft_version?: number } = {}) => {
  const body = { text: 'It costs 90 EUR.', press_id: randomUUID(), ...more }
  return (await alice.call(replyRoutes.answer, { params: { id }, body })).answer.answer_id
}
const stateOf = async (answerId: string) =>
  (await query<{ state: string }>('select state from answers where id = $1', [answerId]))[0]?.state
const draftOf = async (id: string) => (await alice.call(answeringRoutes.getDraft, { params: { id } })).answer
const bodiesTo = (email: string) => mail.bodies.filter(({ to }) => to === email)
/** Keeps answers from leaving while a slow machine starts a worker, which can take longer than they are held. */
const hold = (...ids: string[]) =>
  query("update answers set held_until = now() + interval '1 hour' where id = any($1::uuid[])", [ids])
/** Ends the time in which answers can be taken back. */
const release = (...ids: string[]) =>
  query('update answers set held_until = now() where id = any($1::uuid[])', [ids])
const isWaitingForLock = async () =>
  (
    await query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length > 0

test('answers leave once and are taken back whole, wherever the worker is killed (INBOX-32)', async () => {
  const names = ['held', 'asked', 'arrived', 'plain']
  const people: Awaited<ReturnType<typeof begin>>[] = []
  // One after the other: whoever drains while another run handles the mail finds nothing to wait for.
  for (const name of names) people.push(await begin(name))
  const ids: string[] = []
  for (const { id } of people) ids.push(await answer(id))
  await hold(...ids)
  const [held, asked, arrived, plain] = ids as [string, string, string, string]
  const never = new Promise(() => undefined)
  mail.faults.set('asked@shop.example', { wait: () => never, waitAt: 'data' })
  mail.faults.set('arrived@shop.example', { wait: () => never })

  const killed = await startWorker(environment)
  await release(asked, arrived)
  await until('two are with the mail server', async () => {
    const isClaimed =
      (await stateOf(asked)) === 'claimed' && mail.tries.some(({ to }) => to.startsWith('asked'))
    return (
      isClaimed && (await stateOf(arrived)) === 'transmitting' && bodiesTo('arrived@shop.example').length > 0
    )
  })
  const { refusal } = await alice.call(answeringRoutes.takeBack, { params: { answerId: asked } })
  expect(refusal.code).toBe('inbox.answer_gone')
  await killed.kill()
  mail.faults.clear()
  await ageHeartbeats(query)

  const { answer: draft } = await alice.call(answeringRoutes.takeBack, { params: { answerId: held } })
  expect(draft.text).toBe('It costs 90 EUR.')
  const next = await startWorker(environment)
  await release(plain)
  await until('all have left', async () =>
    (await Promise.all([asked, plain].map(stateOf))).every((state) => state === 'sent'),
  )

  expect(await stateOf(arrived)).toBe('unconfirmed')
  expect(people.map(({ email }) => bodiesTo(email).length)).toEqual([0, 1, 1, 1])
  expect(mail.tries.filter(({ to }) => to === 'held@shop.example')).toEqual([])
  await next.kill()
})

test('a draft outlives kill -9, and what was under way is done whole or not at all (INBOX-35)', async () => {
  const token = await app.features.sessions.start(app.database.db, alice.id, 'test')
  let web = await startWeb(environment)
  const caller = createCaller(() => web.url, token)
  const [saved, taken, sent] = [await begin('saved'), await begin('taken'), await begin('sent')]
  const { version } = (
    await caller.call(answeringRoutes.saveDraft, {
      params: { id: saved.id },
      body: { text: 'Not lost', version: 0 },
    })
  ).answer
  const toSend = (
    await caller.call(answeringRoutes.saveDraft, {
      params: { id: sent.id },
      body: { text: 'It costs', version: 0 },
    })
  ).answer
  const waiting = await answer(taken.id)
  await hold(waiting)

  const lock = await app.database.pool.connect()
  await lock.query('begin')
  await lock.query('select 1 from conversations where id = any($1::uuid[]) for update', [[taken.id, sent.id]])
  const calls = [
    caller.call(answeringRoutes.takeBack, { params: { answerId: waiting } }),
    caller.call(replyRoutes.answer, {
      params: { id: sent.id },
      body: { text: 'It costs 90 EUR.', press_id: randomUUID(), draft_version: toSend.version },
    }),
  ]
  for (const call of calls) call.catch(() => undefined)
  await until('both wait', isWaitingForLock)
  await web.kill()
  await lock.query('commit')
  lock.release()
  await Promise.allSettled(calls)
  await until('nothing waits', async () => !(await isWaitingForLock()))

  web = await startWeb(environment)
  const found = await caller.call(answeringRoutes.getDraft, { params: { id: saved.id } })
  expect(found.answer).toMatchObject({ text: 'Not lost', version })
  const isWaiting = (await stateOf(waiting)) === 'queued'
  expect((await draftOf(taken.id)).text).toBe(isWaiting ? '' : 'It costs 90 EUR.')
  const [stored] = await query('select 1 from answers where to_email = $1', [sent.email])
  expect((await draftOf(sent.id)).text).toBe(stored ? '' : 'It costs')
  await web.kill()
})
