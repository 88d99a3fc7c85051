import { dkimRecord, generateDkimKey, signDkim } from '@goldpan/campaign-mail/dkim'
import { buildAutoReply, buildComplaint, buildDsn, buildReply } from '@goldpan/campaign-mail/samples'
import { replyRoutes } from '@goldpan/contract/replies'
import { signatureRoutes } from '@goldpan/contract/signatures'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { addMailbox } from '../../../test/own-mailbox.ts'
import { readStatuses, startSend, writeCampaign } from '../../../test/written-campaign.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import { createFakeDns } from '../../providers/dns/fake.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import { createFakeMailboxReading, unreachable } from '../../providers/mailbox-reading/fake.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import * as store from './mailbox-reading.store.ts'
import { mailboxReadingJob } from './mailbox-reading.ts'

const READ_BYTES = 200_000
const reading = createFakeMailboxReading()
/** Messages sent through own mailboxes. */
const left: { from: string; mail: OutgoingMail }[] = []
let isUnconfirmed = false
const lines: Record<string, unknown>[] = []
const testApp = await startTestApp({
  environment: { MAILBOX_READ_BYTES: String(READ_BYTES), SENDING_PACE: 'free' },
  log: (line) => lines.push(line),
  ports: {
    mailboxReading: reading,
    mailboxes: {
      testSending: async () => null,
      async handOver(access, mail, options) {
        await options?.beforeBody?.()
        left.push({ from: access.address, mail })
        if (isUnconfirmed) return { outcome: 'unconfirmed', code: null, answer: 'The connection broke' }
        return { outcome: 'accepted', code: 250, answer: '250 OK' }
      },
      close: async () => undefined,
    },
  },
})
const { alice, bob, app, mail, drain, clock, query } = testApp
const { db } = app.database

const key = await generateDkimKey('shop.example', 'test')
const dns = createFakeDns()
app.ports.dns.txt = dns.txt
dns.texts.set(dkimRecord(key).name, [dkimRecord(key).value])
const sign = (raw: Buffer) => signDkim(raw, [key])

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
  isUnconfirmed = outcome === 'unconfirmed'
  await drain()
  isUnconfirmed = false
  clock.advance(MINUTE_MS)
  const { raw } = left.find((one) => one.mail.envelope.to === email)!.mail
  const original = Buffer.concat([Buffer.from(`Return-Path: <${address}>\r\n`), raw])
  const sample = { original, date: clock.now(), from: { name: 'Rita Reader', address: email } }
  return { ...campaign, email, sample, raw }
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
const returnAddress = async () => {
  const { emailId, reply_domain } = (await alice.call(signatureRoutes.getReturnAddress)).answer
  return `${emailId}@${reply_domain}`
}
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
  const raw = plainMail(`From: Rita <${sent.email}>\r\nTo: ${address}\r\nSubject: Your offer`, 'Yes, please.')
  deliver(await sign(raw))
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

test('a report that names nothing but an address suppresses nobody, nor does one about somebody else (MBOX-39, MBOX-40)', async () => {
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
  // The first, which names no message of ours, is forgotten.
  expect(world().fetched).toHaveLength(3)
  expect(await countStored()).toBe(2)
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

const countNotes = async (campaignId: string) =>
  (
    await query(
      "select 1 from tracking_events t join recipients r on r.id = t.recipient_id where r.campaign_id = $1 and t.kind = 'auto_reply'",
      [campaignId],
    )
  ).length

test('a sender that nobody vouches for proves nothing and suppresses nobody (MBOX-37, MBOX-41, INBOX-20)', async () => {
  const [sent, away, leaving] = [await sendOne(), await sendOne(), await sendOne()]
  const from = ({ email }: { email: string }, more = '') =>
    `From: <${email}>\r\nTo: ${address}\r\nSubject: Offer${more}`
  deliver(plainMail(from(sent), 'Yes, please.'))
  deliver(plainMail(from(away, '\r\nAuto-Submitted: auto-replied'), 'I am away until 1 May.'))
  deliver(plainMail(from(leaving), 'Unsubscribe'))
  // A header that the sender wrote, in a mailbox whose provider is unknown.
  const verdict = 'mx.google.com; dmarc=pass header.from=shop.example'
  deliver(plainMail(from(sent, `\r\nAuthentication-Results: ${verdict}`), 'I mean it.'))
  await look()
  expect(await statusOf(sent.id)).toBe('sent')
  expect(await countNotes(away.id)).toBe(0)
  expect(await isSuppressed(leaving.email)).toBe(false)
})

test('a sender that the mailbox’s provider vouches for counts (MBOX-37, MBOX-41)', async () => {
  await query('update mailboxes set imap = imap || \'{"host": "imap.gmail.com"}\' where id = $1', [mailboxId])
  const [sent, away, leaving] = [await sendOne(), await sendOne(), await sendOne()]
  const verdict = 'mx.google.com; dmarc=pass (p=NONE) header.from=shop.example'
  const from = ({ email }: { email: string }) =>
    `Authentication-Results: ${verdict}\r\nFrom: <${email}>\r\nTo: ${address}\r\nSubject: Offer`
  deliver(plainMail(from(sent), 'Yes, please.'))
  deliver(plainMail(`${from(away)}\r\nAuto-Submitted: auto-replied`, 'I am away until 1 May.'))
  deliver(plainMail(from(leaving), 'Unsubscribe'))
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect(await isSuppressed(leaving.email)).toBe(true)
  expect(await countNotes(away.id)).toBe(1)
})

test('an answer leaves from the mailbox in the thread of the person, whichever address they wrote to (MBOX-42)', async () => {
  const sent = await sendOne()
  const raw = await buildReply({ ...sent.sample, text: 'What does it cost?' })
  // To the return address, as if it had been the Reply-To before.
  await app.features.replies.receive({ raw, envelope: { from: sent.email, to: [await returnAddress()] } })
  await drain()
  const { answer: opened } = await conversationOf(prospectOf(sent))
  clock.advance(MINUTE_MS)
  const press_id = crypto.randomUUID()
  const body = { text: 'It costs 90 EUR.', press_id }
  const params = { id: opened.answers_to! }
  expect((await bob.call(replyRoutes.answer, { params, body })).status).toBe(404)
  const { status } = await alice.call(replyRoutes.answer, { params, body })
  expect(status).toBe(200)
  clock.advance(MINUTE_MS)
  await drain()

  expect(left).toHaveLength(2)
  const { mail: answer } = left[1]!
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
  expect(refusal).toMatchObject({
    code: 'mailboxes.cannot_send',
    message: `${address} needs you to sign in again`,
  })
  await drain()
  expect(left).toHaveLength(1)
})

test('a lost cursor repeats and loses nothing (MBOX-44)', async () => {
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

/** As its tests do, which sign in without reading. */
const reconnect = () =>
  query("update mailboxes set state = 'connected', failures = 0 where id = $1", [mailboxId])

test('of a message whose files end the session the text is read, and nothing is lost (MBOX-45)', async () => {
  const [slow, next] = [await sendOne(), await sendOne()]
  const raw = await buildReply({ ...slow.sample, text: 'With a film' })
  deliver(raw)
  deliver(await buildReply({ ...next.sample, text: 'Next' }))
  let whole = 0
  world().beforeFetch = (fetched, part) => {
    if (fetched !== raw || part === 'text') return
    whole += 1
    throw unreachable()
  }
  for (let n = 0; n < 3; n++) {
    await look()
    await reconnect()
  }
  expect(whole).toBe(2)
  expect([await statusOf(slow.id), await statusOf(next.id)]).toEqual(['responded', 'responded'])
  expect((await conversationOf(prospectOf(slow))).answer.messages.at(-1)?.notice).toBe(
    `Its files could not be read here; they are in ${address}.`,
  )
})

test('a message whose text ends every session, too, is passed over, and the next ones are read (MBOX-45)', async () => {
  const [broken, next] = [await sendOne(), await sendOne()]
  const poison = await buildReply({ ...broken.sample, text: 'Poison' })
  deliver(poison)
  deliver(await buildReply({ ...next.sample, text: 'Next' }))
  const parts: string[] = []
  world().beforeFetch = (raw, part) => {
    if (raw !== poison) return
    parts.push(part)
    throw unreachable()
  }
  for (let n = 0; n < 6; n++) {
    await look()
    await reconnect()
  }
  expect(parts).toEqual(['whole', 'whole', 'text', 'text', 'text'])
  expect(await statusOf(next.id)).toBe('responded')
  expect(await statusOf(broken.id)).toBe('sent')
})

test('a fault of the database is not counted against a message (MBOX-47)', async () => {
  const sent = await sendOne()
  deliver(await bounceOf(sent))
  // The look-up of what a report is about, which follows its fetch.
  world().beforeFetch = () => query('alter table recipients rename column server_message_id to hidden')
  const restore = () => query('alter table recipients rename column hidden to server_message_id')
  for (let n = 0; n < 4; n++) {
    await look()
    await restore()
  }
  world().beforeFetch = () => undefined
  await look()
  expect(await statusOf(sent.id)).toBe('bounced')
})

test('nothing is read while the stored mail is at its limit, and all of it afterwards', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  await query(
    `insert into inbound_storage (owner_id, bytes) values ($1, 1e12)
     on conflict (owner_id) do update set bytes = excluded.bytes`,
    [alice.id],
  )
  await look()
  expect(world().fetched).toEqual([])
  await query('update inbound_storage set bytes = 0')
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
})

test('two owners of one mailbox each find what concerns them', async () => {
  const sent = await sendOne()
  await addMailbox(testApp, { owner: bob.id, address })
  await query("update mailboxes set state = 'off' where owner_id = $1", [alice.id])
  const theirs = await writeCampaign(bob, [sent.email])
  await startSend(bob, theirs.id)
  await drain()
  await query("update mailboxes set state = 'connected' where id = $1", [mailboxId])
  deliver(await sign(plainMail(`From: <${sent.email}>\r\nTo: ${address}\r\nSubject: Offer`, 'Yes, please.')))
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect(Object.values(await readStatuses(bob, theirs.id))).toEqual(['responded'])
})

test('a message that can not be stored is passed over after three looks, and the next ones are stored', async () => {
  const [broken, next] = [await sendOne(), await sendOne()]
  deliver(await buildReply({ ...broken.sample, text: 'Poison' }))
  deliver(await buildReply({ ...next.sample, text: 'Next' }))
  await query(`create function refuse_poison() returns trigger language plpgsql as
    $$ begin raise exception 'it can not be stored'; end $$`)
  await query(`create trigger refuse_poison before insert on inbound_messages for each row
    when (position('Poison'::bytea in new.raw) > 0) execute function refuse_poison()`)
  await look()
  expect(await statusOf(next.id)).toBe('responded')
  expect(world().fetched).toHaveLength(2)
  await look()
  await look()
  await look()
  await query('drop trigger refuse_poison on inbound_messages')
  await look()
  expect(world().fetched).toHaveLength(6)
  expect(await statusOf(broken.id)).toBe('sent')
  expect(await countStored()).toBe(1)
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
  deliver(Buffer.concat([Buffer.from('Received: from mx.shop.example\r\n'), raw]))
  await look()
  await app.features.replies.receive({ raw, envelope: { from: sent.email, to: [await returnAddress()] } })
  await drain()
  const second = `second${count}@own.example`
  await addMailbox(testApp, { owner: alice.id, address: second })
  world(second).deliver(raw, 'inbox', clock.now())
  const id = (await PostalMime.parse(sent.raw)).messageId
  for (const own of [address.toUpperCase(), second, await returnAddress()])
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

test('a provider that asks for hours is left alone for hours, also by what is due in Sent (MBOX-51)', async () => {
  await query('update mailboxes set keep_copy = true where id = $1', [mailboxId])
  let opened = 0
  world().beforeOpen = () => {
    opened += 1
    throw new MailboxFailed({ kind: 'limit', sentence: 'Too many requests', wait_ms: 300 * MINUTE_MS })
  }
  await look()
  await sendOne()
  await look(290 * MINUTE_MS)
  expect(opened).toBe(1)
  await look(12 * MINUTE_MS)
  expect(opened).toBe(2)
})

test('a wait that the provider demands in Sent is kept, and what was read is not lost (MBOX-25, MBOX-51)', async () => {
  await query('update mailboxes set keep_copy = true where id = $1', [mailboxId])
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  world().beforeAppend = () => {
    throw new MailboxFailed({ kind: 'limit', sentence: 'Too many requests', wait_ms: 30 * MINUTE_MS })
  }
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  const { looks } = world()
  await look(20 * MINUTE_MS)
  expect(world().looks).toBe(looks)
})

test('a visit that reads nothing leaves the row alone that open screens show', async () => {
  const version = () => query('select xmin, ctid from mailboxes where id = $1', [mailboxId])
  const before = await version()
  world().beforeOpen = () => {
    throw new MailboxFailed({ kind: 'limit', sentence: 'Too many requests', wait_ms: null })
  }
  await look()
  expect(await version()).toEqual(before)
})

test('a lease is one visit’s, so a process that stood still has lost it, also to itself (MBOX-51)', async () => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  const scope = systemScope('workers read the mailboxes of all owners')
  const claim = async (now: string) => {
    const claimed = await store.claimDue(db, scope, { now, until: at(3 * MINUTE_MS), limit: 50 })
    return claimed.find(({ id }) => id === mailboxId)!
  }
  const first = await claim(at(2 * MINUTE_MS))
  const second = await claim(at(4 * MINUTE_MS))
  const renew = (lease: store.LeasedMailbox) => store.renewLease(db, asOwner(alice.id), lease, at(0))
  expect([await renew(first), await renew(second)]).toEqual([false, true])
})

test('a mailbox is not read while another process holds its lease, and again when that is over (MBOX-51)', async () => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  await query(
    'update mailbox_looks set lease_id = gen_random_uuid(), held_until = $1 where mailbox_id = $2',
    [at(3 * MINUTE_MS), mailboxId],
  )
  await look()
  expect(world().looks).toBe(0)
  await look()
  expect(world().looks).toBe(1)
})

test('a reader that lost its lease stores nothing (MBOX-51)', async () => {
  const sent = await sendOne()
  deliver(await buildReply({ ...sent.sample, text: 'Yes' }))
  const other = crypto.randomUUID()
  const lease = () => query('select lease_id from mailbox_looks where mailbox_id = $1', [mailboxId])
  world().beforeFetch = () =>
    query('update mailbox_looks set lease_id = $1 where mailbox_id = $2', [other, mailboxId])
  await look()
  expect(await countStored()).toBe(0)
  expect(await lease()).toEqual([{ lease_id: other }])
  world().beforeFetch = () => undefined
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
  expect(left.filter((one) => one.mail.envelope.to === found.email)).toHaveLength(1)
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

test('a copy is due ten seconds after acceptance, not with the next look (MBOX-25)', async () => {
  await query('update mailboxes set keep_copy = true where id = $1', [mailboxId])
  await look()
  await sendOne()
  const [row] = await query(
    'select l.due_at = min(r.sent_copy_at) as is_its from mailbox_looks l join recipients r using (mailbox_id) where mailbox_id = $1 group by l.due_at',
    [mailboxId],
  )
  expect(row).toEqual({ is_its: true })
})

test('a mailbox that keeps no copies gets none of a message that was in doubt (MBOX-24, MBOX-25)', async () => {
  const sent = await sendOne({ outcome: 'unconfirmed' })
  deliver(await buildReply({ ...sent.sample, text: 'I got it' }))
  await look()
  await look()
  expect(await statusOf(sent.id)).toBe('responded')
  expect(world().sent).toEqual([])
})

test('a refused sign-in for copies alone is not repeated (MBOX-25)', async () => {
  await query("update mailboxes set keep_copy = true, reads = 'nothing' where id = $1", [mailboxId])
  let opened = 0
  world().beforeOpen = () => {
    opened += 1
    throw new MailboxFailed({ kind: 'login', sentence: 'Wrong password' })
  }
  await sendOne()
  await look()
  await sendOne()
  for (let n = 0; n < 10; n++) await look()
  expect(opened).toBe(1)
  const due = await query('select 1 from recipients where mailbox_id = $1 and sent_copy_at is not null', [
    mailboxId,
  ])
  expect(due).toHaveLength(1)
  const [row] = await query('select state from mailboxes where id = $1', [mailboxId])
  expect(row).toEqual({ state: 'connected' })
})

test.each([
  ['removed_at = now()', 1],
  ["state = 'off'", 40],
  ["state = 'needs_login'", 40],
])('of a mailbox with %s nothing stays due in Sent (MBOX-25)', async (change, looks) => {
  await query('update mailboxes set keep_copy = true where id = $1', [mailboxId])
  await sendOne()
  await query(`update mailboxes set ${change} where id = $1`, [mailboxId])
  for (let n = 0; n < looks; n++) await look()
  const due = await query('select 1 from recipients where mailbox_id = $1 and sent_copy_at is not null', [
    mailboxId,
  ])
  expect(due).toEqual([])
  expect(world().looks).toBe(0)
})
