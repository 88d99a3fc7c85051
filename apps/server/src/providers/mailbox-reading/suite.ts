import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { MailboxFailed } from '../mailboxes/port.ts'
import type { Cursors, FoundHead, ReadingSession } from './port.ts'

/** Time limit of a server that answers, however slow the machine is. */
export const PATIENT_MS = 60_000
/** Time limit of a server that will not answer. */
export const IMPATIENT_MS = 200

/** A mailbox at a provider, empty at first, as a test sees and changes it. */
export interface World {
  /** A session of the mailbox's owner. */
  open(): Promise<ReadingSession>
  /** Puts an unread message there. `at`: when it arrived, now by default. */
  deliver(raw: Buffer, folder: Folder, at?: Date): Promise<void>
  /** Deletes the message with this Message-ID (without brackets) for good. */
  remove(messageId: string): Promise<void>
  /** The server no longer knows the cursors that it gave. */
  losePlaces(): Promise<void>
  /** From now on the sign-in or the access token is refused. */
  refuseLogin(): Promise<void>
  /** From now on requests and commands get no answer, on open connections too, and are waited for impatiently. */
  stopAnswering(): Promise<void>
  answerAgain(): Promise<void>
  /** Every message with folder, flags or labels, in a fixed order. */
  snapshot(): Promise<unknown>
  /** The commands or requests so far that a reader must not send. */
  listForbidden(): Promise<string[]>
  /** Password mailboxes only: `appendSent` works. */
  canAppend: boolean
  /** The provider doesn't tell how large a message is. */
  hidesSize?: boolean
  close(): Promise<void>
}

export type Folder = 'inbox' | 'junk' | 'sent'

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** A message whose Message-ID is `<name@shop.example>`. */
export function mailNamed(name: string, { body = `Text of ${name}`, headers = '' } = {}): Buffer {
  return Buffer.from(
    `Message-ID: <${name}@shop.example>\r\nFrom: Sam <sam@shop.example>\r\nTo: pat@own.example\r\nSubject: ${name}\r\n${headers}\r\n${body}\r\n`,
  )
}

/** Mail with a short text, an HTML text and a file of `bytes`. */
export function mailWithFile(name: string, bytes: number): Buffer {
  const file = `${'QUJD'.repeat(19)}\r\n`.repeat(Math.ceil(bytes / 78))
  return mailNamed(name, {
    headers: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=outer\r\n',
    body: [
      '--outer\r\nContent-Type: multipart/alternative; boundary=inner\r\n',
      '--inner\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n',
      'Gr=C3=BC=C3=9Fe, yes please',
      '--inner\r\nContent-Type: text/html; charset=utf-8\r\n',
      '<p>yes please</p>',
      '--inner--',
      '--outer\r\nContent-Type: application/pdf; name=menu.pdf\r\nContent-Disposition: attachment; filename=menu.pdf\r\nContent-Transfer-Encoding: base64\r\n',
      `${file}--outer--`,
    ].join('\r\n'),
  })
}

/** A delivery report (RFC 3464) that returns a message of `bytes`. */
export function reportNamed(name: string, bytes: number): Buffer {
  const returned = mailWithFile('returned', bytes).toString().replace('@shop.example>', '@own.example>')
  return mailNamed(name, {
    headers:
      'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=report\r\n',
    body: [
      '--report\r\nContent-Type: text/plain; charset=us-ascii\r\n',
      'Your message could not be delivered.',
      '--report\r\nContent-Type: message/delivery-status\r\n',
      'Reporting-MTA: dns; mx.shop.example\r\n',
      'Final-Recipient: rfc822; gone@shop.example\r\nAction: failed\r\nStatus: 5.1.1\r\n',
      '--report\r\nContent-Type: message/rfc822\r\n',
      `${returned}--report--`,
    ].join('\r\n'),
  })
}

/** The name that `mailNamed` was given. */
export const nameOf = (raw: Buffer): string => /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1] ?? ''
const names = (heads: readonly FoundHead[]) => heads.map(({ headers }) => nameOf(headers))
/** As they come back from the database. */
const stored = (cursors: Cursors): Cursors => JSON.parse(JSON.stringify(cursors)) as Cursors

/** Behaviour of every mailbox reader. `create` makes a mailbox of its own for each test. */
export function mailboxReadingSuite(name: string, create: () => Promise<World>): void {
  async function start(): Promise<World> {
    const world = await create()
    onTestFinished(() => world.close())
    return world
  }

  /** One look: opens, lists until nothing is left, closes. */
  async function look(world: World, cursors: Cursors = {}, since = daysAgo(7)) {
    const session = await world.open()
    const heads: FoundHead[] = []
    let listed = await session.list(cursors, since)
    heads.push(...listed.heads)
    while (listed.has_more) {
      listed = await session.list(stored(listed.cursors), since)
      heads.push(...listed.heads)
    }
    await session.close()
    return { heads, cursors: stored(listed.cursors) }
  }

  async function openWith(world: World, raw: Buffer) {
    await world.deliver(raw, 'inbox')
    const session = await world.open()
    onTestFinished(() => session.close())
    const { heads } = await session.list({}, daysAgo(7))
    return { session, ref: heads[0]!.ref }
  }

  test(`${name}: lists inbox and junk with headers, folder, size and time, oldest first`, async () => {
    const world = await start()
    const raw = mailNamed('one')
    await world.deliver(raw, 'inbox', daysAgo(2))
    await world.deliver(mailNamed('two'), 'inbox')
    await world.deliver(mailNamed('spam'), 'junk')
    await world.deliver(mailNamed('own'), 'sent')
    const { heads } = await look(world)
    const inbox = heads.filter(({ folder }) => folder === 'inbox')
    expect(names(inbox)).toEqual(['one', 'two'])
    expect(names(heads.filter(({ folder }) => folder === 'junk'))).toEqual(['spam'])
    expect(heads).toHaveLength(3)
    expect(inbox[0]!.headers.toString()).toContain('Message-ID: <one@shop.example>\r\n')
    expect(inbox[0]!.headers.toString()).not.toContain('Text of one')
    if (world.hidesSize) expect(inbox[0]!.size).toBeNull()
    else expect(Math.abs(inbox[0]!.size! - raw.length)).toBeLessThan(100)
    expect(Math.abs(Date.parse(inbox[0]!.received_at) - daysAgo(2).getTime())).toBeLessThan(60_000)
  })

  test(`${name}: the next look begins where the last one ended`, async () => {
    const world = await start()
    await world.deliver(mailNamed('one'), 'inbox')
    const first = await look(world)
    expect(names(first.heads)).toEqual(['one'])
    const second = await look(world, first.cursors)
    expect(second.heads).toEqual([])
    await world.deliver(mailNamed('two'), 'inbox')
    await world.deliver(mailNamed('spam'), 'junk')
    const third = await look(world, second.cursors)
    expect(names(third.heads).sort()).toEqual(['spam', 'two'])
    expect((await look(world, third.cursors)).heads).toEqual([])
  })

  test(`${name}: a first look leaves out what arrived before its begin`, async () => {
    const world = await start()
    await world.deliver(mailNamed('old'), 'inbox', daysAgo(20))
    await world.deliver(mailNamed('new'), 'inbox', daysAgo(1))
    const { heads, cursors } = await look(world)
    expect(names(heads)).toEqual(['new'])
    expect((await look(world, cursors)).heads).toEqual([])
  })

  test(`${name}: a first look that found nothing has a cursor, too`, async () => {
    const world = await start()
    await world.deliver(mailNamed('old'), 'inbox', daysAgo(20))
    const { heads, cursors } = await look(world)
    expect(heads).toEqual([])
    await world.deliver(mailNamed('one'), 'inbox')
    expect(names((await look(world, cursors)).heads)).toEqual(['one'])
  })

  test(`${name}: an empty mailbox has a cursor, too`, async () => {
    const world = await start()
    const { heads, cursors } = await look(world)
    expect(heads).toEqual([])
    await world.deliver(mailNamed('one'), 'inbox')
    expect(names((await look(world, cursors)).heads)).toEqual(['one'])
  })

  test(`${name}: more than 250 messages come in several lists, each once`, async () => {
    const world = await start()
    const all = Array.from({ length: 260 }, (_, n) => `mail-${n}`)
    for (const one of all) await world.deliver(mailNamed(one), 'inbox')
    const session = await world.open()
    const first = await session.list({}, daysAgo(7))
    expect(first.has_more).toBe(true)
    expect(first.heads.length).toBeLessThanOrEqual(250)
    await session.close()
    const rest = await look(world, stored(first.cursors))
    expect(names([...first.heads, ...rest.heads]).sort()).toEqual(all.toSorted())
    expect((await look(world, rest.cursors)).heads).toEqual([])
  })

  test(`${name}: a lost cursor begins anew, with nothing lost (MBOX-44, MBOX-48, MBOX-49)`, async () => {
    const world = await start()
    await world.deliver(mailNamed('old'), 'inbox', daysAgo(20))
    await world.deliver(mailNamed('one'), 'inbox', daysAgo(1))
    const { cursors } = await look(world)
    await world.deliver(mailNamed('two'), 'inbox')
    await world.losePlaces()
    const again = await look(world, cursors)
    expect(names(again.heads)).toEqual(['one', 'two'])
    expect((await look(world, again.cursors)).heads).toEqual([])
  })

  test(`${name}: cursors that make no sense begin anew`, async () => {
    const world = await start()
    await world.deliver(mailNamed('one'), 'inbox')
    const nonsense = { inbox: 'x', INBOX: { uid: 'y' }, junk: 7, history: { id: {} } }
    expect(names((await look(world, nonsense)).heads)).toEqual(['one'])
  })

  test(`${name}: fetches a message byte by byte`, async () => {
    const world = await start()
    const raw = mailNamed('one', { body: '.\r\n..\r\nGrüße)\r\n\r\n' })
    const { session, ref } = await openWith(world, raw)
    expect((await session.fetch(ref))?.toString()).toBe(raw.toString())
  })

  test(`${name}: fetches headers and text without files`, async () => {
    const world = await start()
    const { session, ref } = await openWith(world, mailWithFile('large', 3_000_000))
    const text = await session.fetchText(ref)
    expect(text!.length).toBeLessThanOrEqual(1_000_000)
    const parsed = await PostalMime.parse(text!)
    expect(parsed.messageId).toBe('<large@shop.example>')
    expect(parsed.subject).toBe('large')
    expect(parsed.text).toContain('Grüße, yes please')
    expect(text!.toString('latin1')).not.toContain('QUJDQUJD')
  })

  test(`${name}: of a report, the status and the headers of the returned message are read (MBOX-40)`, async () => {
    const world = await start()
    const { session, ref } = await openWith(world, reportNamed('report', 3_000_000))
    const text = (await session.fetchText(ref))!.toString()
    expect(text).toMatch(/^Content-Type: multipart\/report/im)
    expect(text).toContain('Final-Recipient: rfc822; gone@shop.example')
    expect(text).toContain('Message-ID: <returned@own.example>')
    expect(text).not.toContain('QUJDQUJD')
    expect(text.length).toBeLessThan(10_000)
  })

  test(`${name}: a text of several megabytes is cut at 1 MB`, async () => {
    const world = await start()
    const body = 'A line of a long text.\r\n'.repeat(120_000)
    const { session, ref } = await openWith(world, mailNamed('long', { body }))
    const text = await session.fetchText(ref)
    expect(text!.length).toBeLessThanOrEqual(1_000_000)
    expect((await PostalMime.parse(text!)).text).toMatch(/^A line of a long text\.\n/)
  })

  test(`${name}: a header of 100 kB is cut at 64 kB`, async () => {
    const world = await start()
    const headers = `X-Long: ${`${'x'.repeat(70)}\r\n `.repeat(1400)}end\r\n`
    await world.deliver(mailNamed('one', { headers }), 'inbox')
    const { heads } = await look(world)
    expect(heads).toHaveLength(1)
    expect(heads[0]!.headers.length).toBeLessThanOrEqual(64 * 1024)
    expect(names(heads)).toEqual(['one'])
  })

  test(`${name}: a message that is gone is passed over (MBOX-49)`, async () => {
    const world = await start()
    const { session, ref } = await openWith(world, mailNamed('one'))
    await world.remove('one@shop.example')
    expect(await session.fetch(ref)).toBeNull()
    expect(await session.fetchText(ref)).toBeNull()
    await world.deliver(mailNamed('two'), 'inbox')
    expect(names((await look(world)).heads)).toEqual(['two'])
  })

  test(`${name}: finds the copy in Sent by its Message-ID alone`, async () => {
    const world = await start()
    await world.deliver(mailNamed('sent'), 'sent')
    await world.deliver(mailNamed('received'), 'inbox')
    const session = await world.open()
    expect(await session.findSent('sent@shop.example')).toBe('sent@shop.example')
    expect(await session.findSent('received@shop.example')).toBeNull()
    expect(await session.findSent('ent@shop.example')).toBeNull()
    await session.close()
  })

  test(`${name}: reading leaves every message as it was and sends nothing that changes one (MBOX-38)`, async () => {
    const world = await start()
    await world.deliver(mailNamed('one'), 'inbox')
    await world.deliver(mailWithFile('two', 5000), 'inbox')
    await world.deliver(mailNamed('spam'), 'junk')
    await world.deliver(mailNamed('sent'), 'sent')
    const before = await world.snapshot()
    const session = await world.open()
    const { heads, cursors } = await session.list({}, daysAgo(7))
    for (const { ref } of heads) {
      expect(await session.fetch(ref)).not.toBeNull()
      expect(await session.fetchText(ref)).not.toBeNull()
    }
    await session.findSent('sent@shop.example')
    await session.list(cursors, daysAgo(7))
    await session.close()
    expect(heads).toHaveLength(3)
    expect(await world.snapshot()).toEqual(before)
    expect(await world.listForbidden()).toEqual([])
  })

  test(`${name}: a refused sign-in is a failure that needs a person`, async () => {
    const world = await start()
    await world.refuseLogin()
    const error = await openAndList(world).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MailboxFailed)
    expect((error as MailboxFailed).failure.kind).toBe('login')
    expect((error as MailboxFailed).failure.sentence).not.toBe('')
  })

  test(`${name}: a server that stops answering ends the session within its limit, and the next look works (MBOX-45)`, async () => {
    const world = await start()
    const { session, ref } = await openWith(world, mailNamed('one'))
    await world.stopAnswering()
    const begun = performance.now()
    const error = await session.fetch(ref).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ failure: { kind: 'unreachable' } })
    expect(performance.now() - begun).toBeLessThan(PATIENT_MS)
    await session.close()
    await expect(openAndList(world)).rejects.toMatchObject({ failure: { kind: 'unreachable' } })
    await world.answerAgain()
    expect(names((await look(world)).heads)).toEqual(['one'])
  })

  test(`${name}: puts a copy into Sent, read, if it is a mailbox with a password (MBOX-25)`, async () => {
    const world = await start()
    const session = await world.open()
    onTestFinished(() => session.close())
    if (!world.canAppend) {
      await expect(session.appendSent(mailNamed('copy'))).rejects.toThrow()
      return
    }
    // Reading before must not cost the flag.
    await session.list({}, daysAgo(7))
    await session.findSent('copy@shop.example')
    await session.appendSent(mailNamed('copy'))
    expect(await session.findSent('copy@shop.example')).toBe('copy@shop.example')
    expect(await world.snapshot()).toEqual([expect.objectContaining({ folder: 'sent', is_read: true })])
  })

  async function openAndList(world: World) {
    const session = await world.open()
    try {
      return await session.list({}, daysAgo(7))
    } finally {
      await session.close()
    }
  }
}
