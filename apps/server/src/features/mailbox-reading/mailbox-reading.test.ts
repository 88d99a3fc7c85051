import { buildAutoReply, buildComplaint, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { replyRoutes } from '@goldpan/contract/replies'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import { createFakeMailboxReading, unreachable } from '../../providers/mailbox-reading/fake.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import { mailboxReadingJob } from './mailbox-reading.ts'

const READ_BYTES = 200_000
const reading = createFakeMailboxReading()
/** What left through own mailboxes. */
const left: { from: string; mail: OutgoingMail }[] = []
const lines: Record<string, unknown>[] = []
const testApp = await startTestApp({
  environment: { MAILBOX_READ_BYTES: String(READ_BYTES) },
  log: (line) => lines.push(line),
  ports: {
    mailboxReading: reading,
    mailboxes: {
      testSending: async () => null,
      async handOver(access, mail, options) {
        await options?.beforeBody?.()
        left.push({ from: access.address, mail })
        return { outcome: 'accepted', code: 250, answer: '250 OK' }
      },
      close: async () => undefined,
    },
  },
})
const { alice, bob, app, mail, drain, clock, query } = testApp
const { db } = app.database

let count = 0
let address = ''
let mailboxId = ''
beforeEach(async () => {
  count += 1
  address = `pat${count}@own.example`
  mailboxId = await addMailbox(testApp, { owner: alice.id, address })
  lines.length = 0
  left.length = 0
})
/** A mailbox of one test is read by no other. */
afterEach(async () => {
  await query("update mailboxes set state = 'off'")
})

const world = (of = address) => reading.at(of)
const MINUTE_MS = 60_000

/** The next look of every mailbox. */
async function look(afterMs = 2 * MINUTE_MS) {
  clock.advance(afterMs)
  await app.ports.jobs.enqueue(db, mailboxReadingJob, {}, { key: 'look' })
  await drain()
}

/** A message to one person that left from the mailbox, as it was delivered. */
async function sendOne({ outcome = 'accepted' as 'accepted' | 'unconfirmed' } = {}) {
  count += 1
  const email = `reader${count}@shop.example`
  const campaign = await writeCampaign(alice, [email])
  await startSend(alice, campaign.id)
  await query('update recipients set mailbox_id = $1 where campaign_id = $2', [mailboxId, campaign.id])
  await query(
    `insert into mailbox_people (owner_id, email, mailbox_id, bound_at) values ($1, $2, $3, $4)
     on conflict (owner_id, email) do update set mailbox_id = excluded.mailbox_id`,
    [alice.id, email, mailboxId, clock.now().toISOString()],
  )
  let raw: Buffer | null = null
  const { handOver } = mail
  mail.handOver = async (message, options) => {
    if (message.envelope.to === email) raw = message.raw
    return handOver(message, options)
  }
  if (outcome === 'unconfirmed')
    mail.answers.set(email, { outcome: 'unconfirmed', code: null, answer: 'The connection broke' })
  await drain()
  mail.handOver = handOver
  clock.advance(MINUTE_MS)
  const original = Buffer.concat([Buffer.from(`Return-Path: <${address}>\r\n`), raw!])
  const sample = { original, date: clock.now(), from: { name: 'Rita Reader', address: email } }
  return { ...campaign, email, sample, raw: raw! as Buffer }
}

const bounceOf = ({ sample, email }: Awaited<ReturnType<typeof sendOne>>) =>
  buildDsn({
    ...sample,
    recipient: email,
    reporting_mta: 'mx.own.example',
    status: '5.1.1',
    diagnostic: '550 5.1.1 No such user',
  })

const statusOf = async (id: string) => Object.values(await readStatuses(alice, id))[0]
const deliver = (raw: Buffer, folder: 'inbox' | 'junk' = 'inbox', at = clock.now()) =>
  world().deliver(raw, folder, at)
const countStored = async () =>
  (
    await query<{ n: number }>('select count(*)::int as n from inbound_messages where mailbox_id = $1', [
      mailboxId,
    ])
  )[0]!.n
const isSuppressed = async (email: string) =>
  (await app.features.suppressions.findSuppressed(db, alice.id, [email])).size > 0
const conversationOf = async (id: string, who = alice) => who.call(replyRoutes.get, { params: { id } })
const prospectOf = (campaign: { prospects: string[] }) => campaign.prospects[0]!
const plainMail = (headers: string, body = 'Hello') =>
  Buffer.from(`${headers}\r\nMessage-ID: <plain${++count}@shop.example>\r\n\r\n${body}\r\n`)

test('a reply in the mailbox marks the person responded and is shown, not forwarded (MBOX-37)', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes, please call me.' }))
  const before = mail.accepted.length
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect(mail.accepted).toHaveLength(before)
  const { answer } = await conversationOf(prospectOf(sent))
  expect(answer.mailbox).toEqual({ id: mailboxId, address })
  expect(answer.return_address).toBe(address)
  expect(answer.messages.at(-1)).toMatchObject({
    kind: 'reply',
    text: 'Yes, please call me.',
    notice: null,
    reason: null,
  })
  expect((await conversationOf(prospectOf(sent), bob)).status).toBe(404)
})

test("a message without a reference counts if it comes from an address that this mailbox wrote to, but only from the owner's (MBOX-37)", async () => {
  const sent = await sendOne()
  deliver(plainMail(`From: Rita <${sent.email}>\r\nTo: ${address}\r\nSubject: Your offer`, 'Yes, please.'))
  const strangers = `pat-of-bob${count}@own.example`
  await addMailbox(testApp, { owner: bob.id, address: strangers })
  world(strangers).deliver(
    await buildReply({ ...sent.sample, text: 'A reply to Alice' }),
    'inbox',
    clock.now(),
  )
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect(world(strangers).fetched).toEqual([])
  expect(await query('select id from inbound_messages where owner_id = $1', [bob.id])).toEqual([])
})

test('private mail is not fetched and leaves no trace (MBOX-39, MBOX-56)', async () => {
  const sent = await sendOne()
  const words = ['Testament', 'notary@private.example', 'plum-4711', 'In strictest confidence']
  deliver(
    plainMail(
      `From: "A Notary" <${words[1]}>\r\nTo: ${address}\r\nSubject: ${words[0]}\r\nX-Secret: ${words[2]}\r\nIn-Reply-To: <other@private.example>`,
      words[3],
    ),
  )
  // A report on somebody else's message is read, then forgotten.
  const foreign = Buffer.from(
    `From: Pat <${address}>\r\nTo: <x@${words[2]}.example>\r\nSubject: ${words[0]}\r\nMessage-ID: <${words[2]}@own.example>\r\n\r\n${words[3]}\r\n`,
  )
  deliver(
    await buildDsn({
      original: foreign,
      date: clock.now(),
      recipient: words[1]!,
      reporting_mta: 'mx.own.example',
      status: '5.1.1',
      diagnostic: `550 5.1.1 ${words[2]}`,
    }),
  )
  await look()
  expect(world().fetched).toHaveLength(1)
  expect(await countStored()).toBe(0)
  expect(await statusOf(sent.id)).toBe('sent')
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables)
    for (const word of words)
      expect(await query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${word}%`])).toEqual(
        [],
      )
  for (const word of words) expect(JSON.stringify(lines)).not.toContain(word)
})

test.each(['inbox', 'junk'] as const)(
  'a bounce in the %s marks the person bounced and suppresses the address (MBOX-40)',
  async (folder) => {
    const sent = await sendOne()
    deliver(await bounceOf(sent), folder)
    await look()
    expect(await statusOf(sent.id)).toBe('bounced')
    expect(await isSuppressed(sent.email)).toBe(true)
  },
)

test('a bounce refunds a message of which nobody knew whether it had left (MBOX-40)', async () => {
  const sent = await sendOne({ outcome: 'unconfirmed' })
  deliver(await bounceOf(sent))
  await look()
  expect(await statusOf(sent.id)).toBe('bounced')
  const [row] = await query('select state, is_charged from recipients where campaign_id = $1', [sent.id])
  expect(row).toEqual({ state: 'failed', is_charged: false })
})

test('a report that names nothing but an address suppresses nobody, nor does one about somebody else', async () => {
  const [sent, victim] = [await sendOne(), await sendOne()]
  const foreign = Buffer.from(
    `From: <${address}>\r\nTo: <${victim.email}>\r\nSubject: Hi\r\nMessage-ID: <made-up@own.example>\r\n\r\nHello\r\n`,
  )
  deliver(await bounceOf({ ...victim, sample: { ...victim.sample, original: foreign } }))
  deliver(await bounceOf({ ...sent, email: victim.email }))
  deliver(
    plainMail(
      `From: <${victim.email}>\r\nTo: ${address}\r\nSubject: Undelivered Mail Returned to Sender\r\nContent-Type: text/plain`,
      `Your message could not be delivered.\r\n<${victim.email}>: 550 5.1.1 No such user`,
    ),
  )
  await look()
  expect(await statusOf(victim.id)).toBe('sent')
  expect(await isSuppressed(victim.email)).toBe(false)
  expect(await isSuppressed(sent.email)).toBe(false)
})

test('an automatic reply changes no status, a complaint suppresses (MBOX-41)', async () => {
  const [away, cross] = [await sendOne(), await sendOne()]
  deliver(await buildAutoReply({ ...away.sample, text: 'I am away until 1 May.' }))
  deliver(
    await buildComplaint({
      ...cross.sample,
      recipient: cross.email,
      reporter: { name: 'Feedback', address: 'feedback@provider.example' },
    }),
  )
  await look()
  expect(await statusOf(away.id)).toBe('sent')
  expect((await conversationOf(prospectOf(away))).answer.messages.at(-1)).toMatchObject({
    kind: 'auto_reply',
  })
  expect(await isSuppressed(cross.email)).toBe(true)
})

test('a sender that only junk names proves nothing; an opt-out counts', async () => {
  const [sent, leaving] = [await sendOne(), await sendOne()]
  deliver(plainMail(`From: <${sent.email}>\r\nTo: ${address}\r\nSubject: Offer`, 'Yes, please.'), 'junk')
  deliver(plainMail(`From: <${leaving.email}>\r\nTo: ${address}\r\nSubject: Offer`, 'Unsubscribe'), 'junk')
  await look()
  expect(await statusOf(sent.id)).toBe('sent')
  expect(await isSuppressed(leaving.email)).toBe(true)
})

test('an answer leaves from the mailbox in the thread of the person, whichever address they wrote to (MBOX-42)', async () => {
  const sent = await sendOne()
  const raw = await buildReply({ ...sent.sample, text: 'What does it cost?' })
  // To the return address, as if it had been the Reply-To before.
  const { from } = await PostalMime.parse(sent.raw)
  await app.features.replies.receive({ raw, envelope: { from: sent.email, to: [from!.address!] } })
  await drain()
  const { answer: opened } = await conversationOf(prospectOf(sent))
  const press_id = crypto.randomUUID()
  const body = { text: 'It costs 90 EUR.', press_id }
  const params = { id: opened.answers_to! }
  expect((await bob.call(replyRoutes.answer, { params, body })).status).toBe(404)
  const { status } = await alice.call(replyRoutes.answer, { params, body })
  expect(status).toBe(200)
  await drain()

  expect(left).toHaveLength(1)
  const { mail: answer } = left[0]!
  expect(answer.envelope).toEqual({ from: address, to: sent.email })
  const parsed = await PostalMime.parse(answer.raw)
  const reply = await PostalMime.parse(raw)
  expect(parsed.from).toMatchObject({ address, name: 'Alice Tester' })
  expect(parsed.inReplyTo).toBe(reply.messageId)
  expect(parsed.references).toContain((await PostalMime.parse(sent.raw)).messageId)
  expect(parsed.html).toBeUndefined()
  expect((await conversationOf(prospectOf(sent))).answer.messages.at(-1)).toMatchObject({
    kind: 'answer',
    from: address,
    state: 'sent',
  })

  // What they answer to this is found by it, and a report on it is about the answer.
  const original = Buffer.concat([Buffer.from(`Return-Path: <${address}>\r\n`), answer.raw])
  deliver(await bounceOf({ ...sent, sample: { ...sent.sample, original } }))
  await look()
  expect((await conversationOf(prospectOf(sent))).answer.messages.at(-1)).toMatchObject({
    kind: 'answer',
    state: 'failed',
  })
  expect(await isSuppressed(sent.email)).toBe(false)
})

test('a mailbox that can not send refuses the answer with its sentence (MBOX-42)', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'What does it cost?' }))
  await look()
  await query("update mailboxes set state = 'needs_login' where id = $1", [mailboxId])
  const { answer } = await conversationOf(prospectOf(sent))
  const body = { text: 'It costs 90 EUR.', press_id: crypto.randomUUID() }
  const { status, refusal } = await alice.call(replyRoutes.answer, {
    params: { id: answer.answers_to! },
    body,
  })
  expect(status).toBe(409)
  expect(refusal.error).toMatchObject({
    code: 'mailboxes.cannot_send',
    message: `${address} needs you to sign in again`,
  })
  await drain()
  expect(left).toEqual([])
})

test('a lost place repeats and loses nothing (MBOX-44)', async () => {
  const [first, second] = [await sendOne(), await sendOne()]
  deliver(await buildReply({ ...first.sample, text: 'First' }))
  await look()
  deliver(await buildReply({ ...second.sample, text: 'Second' }))
  world().losePlaces()
  await look()
  expect(await statusOf(second.id)).toBe('responded')
  await look()
  expect(await countStored()).toBe(2)
})

test('a first look begins seven days ago, one after a long failure with the last good look', async () => {
  const [old, recent] = [await sendOne(), await sendOne()]
  const day = (n: number) => new Date(clock.now().getTime() - n * 86_400_000)
  deliver(await buildReply({ ...old.sample, text: 'Eight days ago' }), 'inbox', day(8))
  deliver(await buildReply({ ...recent.sample, text: 'Six days ago' }), 'inbox', day(6))
  await look()
  expect([await statusOf(old.id), await statusOf(recent.id)]).toEqual(['sent', 'responded'])
  clock.advance(20 * 86_400_000)
  deliver(await buildReply({ ...old.sample, text: 'Fifteen days ago' }), 'inbox', day(15))
  world().losePlaces()
  await look()
  expect(await statusOf(old.id)).toBe('responded')
})

test('a mailbox that does not answer delays no other, and is read again (MBOX-45)', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  const slow = `slow${count}@own.example`
  await addMailbox(testApp, { owner: bob.id, address: slow })
  const stuck = Promise.withResolvers<void>()
  world(slow).beforeOpen = () => stuck.promise.then(() => Promise.reject(unreachable()))
  const { fetched } = world()
  const looking = look()
  try {
    await expect.poll(() => fetched.length, { timeout: 10_000 }).toBe(1)
  } finally {
    stuck.resolve()
    await looking
  }
  expect(await statusOf(sent.id)).toBe('responded')
  const { looks } = world(slow)
  world(slow).beforeOpen = () => undefined
  await look()
  expect(world(slow).looks).toBe(looks + 1)
})

test('a message that ends every session is passed over after three looks, and the next ones are read (MBOX-45)', async () => {
  const [broken, next] = [await sendOne(), await sendOne()]
  const poison = await buildReply({ ...broken.sample, text: 'Poison' })
  deliver(poison)
  deliver(await buildReply({ ...next.sample, text: 'Next' }))
  let tries = 0
  world().beforeFetch = (raw) => {
    if (raw !== poison) return
    tries += 1
    throw unreachable()
  }
  for (let n = 0; n < 4; n++) {
    await look()
    // As its retries do, which sign in without reading.
    await query("update mailboxes set state = 'connected', failures = 0 where id = $1", [mailboxId])
  }
  expect(tries).toBe(3)
  expect(await statusOf(next.id)).toBe('responded')
  expect(await statusOf(broken.id)).toBe('sent')
})

test('of a message above the limit the text is read, and its notice says where its files are (MBOX-46)', async () => {
  const sent = await sendOne()
  const raw = await buildReply({ ...sent.sample, text: 'With a film' })
  deliver(Buffer.concat([raw, Buffer.from(`${'x'.repeat(76)}\r\n`.repeat(3000))]))
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect((await conversationOf(prospectOf(sent))).answer.messages.at(-1)?.notice).toBe(
    `Its files are too large to read here; they are in ${address}.`,
  )
})

test('the same mail by both ways counts once, and own mail never (MBOX-50)', async () => {
  const sent = await sendOne()
  const raw = await buildReply({ ...sent.sample, text: 'Yes, please.' })
  const { from } = await PostalMime.parse(sent.raw)
  deliver(Buffer.concat([Buffer.from('Received: from mx.shop.example\r\n'), raw]))
  await look()
  await app.features.replies.receive({ raw, envelope: { from: sent.email, to: [from!.address!] } })
  await drain()
  const second = `second${count}@own.example`
  await addMailbox(testApp, { owner: alice.id, address: second })
  world(second).deliver(raw, 'inbox', clock.now())
  const id = (await PostalMime.parse(sent.raw)).messageId
  for (const own of [address.toUpperCase(), second, from!.address!])
    deliver(plainMail(`From: <${own}>\r\nTo: <${sent.email}>\r\nSubject: Re: x\r\nIn-Reply-To: ${id}`))
  await look()
  const rows = await query('select id from inbound_messages where from_email = $1', [sent.email])
  expect(rows).toHaveLength(1)
  expect(await countStored()).toBe(1)
  expect(world().fetched).toHaveLength(1)
})

test('a provider that asks to wait is left alone for that long (MBOX-51)', async () => {
  world().beforeOpen = () => {
    throw new MailboxFailed({ kind: 'limit', sentence: 'Too many requests', wait_ms: 30 * MINUTE_MS })
  }
  await look()
  world().beforeOpen = () => undefined
  await look(20 * MINUTE_MS)
  expect(world().looks).toBe(0)
  await look(11 * MINUTE_MS)
  expect(world().looks).toBe(1)
  const [row] = await query('select state from mailboxes where id = $1', [mailboxId])
  expect(row).toEqual({ state: 'connected' })
})

test('a mailbox is not read while another process holds its lease, and again when that is over (MBOX-51)', async () => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  await query('update mailboxes set reader_id = $1, reading_until = $2 where id = $3', [
    'another process',
    at(3 * MINUTE_MS),
    mailboxId,
  ])
  await look()
  expect(world().looks).toBe(0)
  await look()
  expect(world().looks).toBe(1)
})

test('a reader that lost its lease stores nothing (MBOX-51)', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  world().beforeFetch = () => query("update mailboxes set reader_id = 'other' where id = $1", [mailboxId])
  await look()
  expect(await countStored()).toBe(0)
  const [row] = await query('select reader_id from mailboxes where id = $1', [mailboxId])
  expect(row).toEqual({ reader_id: 'other' })
  world().beforeFetch = () => undefined
  await query('update mailboxes set reader_id = null, reading_until = null where id = $1', [mailboxId])
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
})

test('an unconfirmed message is looked for in Sent for an hour; found, it counts as sent (MBOX-24)', async () => {
  const [found, lost] = [await sendOne({ outcome: 'unconfirmed' }), await sendOne({ outcome: 'unconfirmed' })]
  expect(await statusOf(found.id)).toBe('sent (unconfirmed)')
  await look()
  world().sent.push(found.raw)
  await look()
  expect(await statusOf(found.id)).toBe('sent')
  expect(mail.accepted.filter(({ envelope }) => envelope.to === found.email)).toEqual([])
  for (let n = 0; n < 40; n++) await look()
  expect(await statusOf(lost.id)).toBe('sent (unconfirmed)')
  const [row] = await query('select sent_copy_at from recipients where campaign_id = $1', [lost.id])
  expect(row).toEqual({ sent_copy_at: null })
})

test('a reply that names the id which the provider gave to a message counts (MBOX-48, MBOX-49)', async () => {
  const sent = await sendOne({ outcome: 'unconfirmed' })
  const id = (await PostalMime.parse(sent.raw)).messageId!.slice(1, -1)
  world().renamed.set(id, 'given@provider.example')
  await look()
  deliver(
    plainMail(
      `From: <colleague@elsewhere.example>\r\nTo: ${address}\r\nSubject: Re: x\r\nIn-Reply-To: <given@provider.example>`,
      'Rita passed it on to me.',
    ),
  )
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
})

test('a copy without tracking is put into Sent once, and its failure harms nothing (MBOX-25)', async () => {
  await query('update mailboxes set keep_copy = true where id = $1', [mailboxId])
  const sent = await sendOne()
  world().beforeAppend = () => {
    throw unreachable()
  }
  await look()
  expect(world().sent).toEqual([])
  expect(await statusOf(sent.id)).toBe('sent')
  const [row] = await query('select state, failures from mailboxes where id = $1', [mailboxId])
  expect(row).toEqual({ state: 'connected', failures: 0 })
  world().beforeAppend = () => undefined
  await look(20 * MINUTE_MS)
  await look(20 * MINUTE_MS)
  expect(world().sent).toHaveLength(1)
  const [copy, original] = [await PostalMime.parse(world().sent[0]!), await PostalMime.parse(sent.raw)]
  expect(copy.messageId).toBe(original.messageId)
  expect(copy.subject).toBe(original.subject)
  expect(copy.html).not.toContain('/t/o/')
  expect(copy.html).not.toContain('/t/c/')

  // A provider that keeps copies by itself has one already.
  const kept = await sendOne()
  world().sent.push(kept.raw)
  await look()
  expect(world().sent).toHaveLength(2)
})

test('a mailbox that is not read keeps copies, but nobody looks at its mail (MBOX-25, MBOX-52)', async () => {
  await query("update mailboxes set keep_copy = true, reads = 'nothing' where id = $1", [mailboxId])
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  world().beforeOpen = () => {
    throw unreachable()
  }
  await look()
  const [row] = await query('select state, failures from mailboxes where id = $1', [mailboxId])
  expect(row).toEqual({ state: 'connected', failures: 0 })
  world().beforeOpen = () => undefined
  await look()
  expect(world().sent).toHaveLength(1)
  expect(world().fetched).toEqual([])
  expect(await statusOf(sent.id)).toBe('sent')
})
