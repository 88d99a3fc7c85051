import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { classify, verifyDkim } from '../src/campaign-mail.ts'
import { buildForward } from '../src/forward-message.ts'
import { READ_BYTES } from '../src/incoming-mail.ts'
import { listFiles } from '../src/mail-files.ts'
import { KEY } from './sample-message.ts'

const MEGABYTE = 1_000_000
const signature = (form: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=${form}; d=bakery.example; s=k; h=from; bh=x; b=y\r\n`
const HEAD = `${signature('relaxed/relaxed').repeat(3)}${signature('simple/simple').repeat(2)}From: Bo <bo@bakery.example>\r\nSubject: Plan\r\n`
const typed = (type: string, body: string) => Buffer.from(`${HEAD}Content-Type: ${type}\r\n\r\n${body}`)
const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
const withFile = (bytes: number) =>
  typed(
    'multipart/mixed; boundary=b',
    `--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n--b--\r\n`,
  )
const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  )

const LARGE: [name: string, raw: Buffer][] = [
  ['a file of 2 MB', withFile(2 * MEGABYTE)],
  ['a file of 18 MB', withFile(18 * MEGABYTE)],
  ['24 MB of text', typed('text/plain', 'What does it cost for two ovens?\r\n'.repeat(700_000))],
  ['24 MB of short lines', typed('text/plain', 'a\r\n'.repeat(8 * MEGABYTE))],
  ['a line of 24 MB', typed('text/plain', 'a'.repeat(24 * MEGABYTE))],
  ['15 MB of HTML', typed('text/html', '<p>hi &amp; <b>x</b>\r\n'.repeat(750_000))],
  ['1 MB of HTML', typed('text/html', `${'<p>hi &amp; <b>x</b> '.repeat(40)}\r\n`.repeat(1250))],
  ['100,000 open tags', typed('text/html', '<div>\r\n'.repeat(100_000))],
  ['50,000 open tags with end tags of others', typed('text/html', '<div></x>\r\n'.repeat(50_000))],
  [
    'short lines in 24 parts that stand in each other',
    typed('multipart/mixed; boundary=b0', `${nested(23).join('')}--b23\r\n\r\n${'a\r\n'.repeat(500_000)}`),
  ],
  ['5,000 parts that stand in each other', typed('multipart/mixed; boundary=b0', nested(5000).join(''))],
  ['250 kB of header', Buffer.from(`${HEAD}${'X-Y: z\r\n'.repeat(30_000)}\r\nhi`)],
  ['15,000 addresses', Buffer.from(`${HEAD}Cc: ${'x@y.example,\r\n '.repeat(15_000)}a@b.example\r\n\r\nhi`)],
]

/** The most processor time that one turn of the event loop took, in milliseconds; other programs don't count. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const cpu = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = cpu()
  let isRunning = true
  const turn = () => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(turn)
  }
  turn()
  await work()
  isRunning = false
  await pause(1)
  return longest
}

const forward = (raw: Buffer) =>
  buildForward({
    raw,
    to: { name: 'Ann', address: 'ann@shop.example' },
    date: new Date('2026-03-02T09:00:00Z'),
    from: { name: 'Bo', address: 'ann@mail.sender.example' },
    reply_to: { name: 'Bo', address: 'bo@bakery.example' },
    message_id: 'f1.x@mail.sender.example',
    envelope_from: '',
    loop_id: 'x',
    dkim: [KEY],
  })

test.each(LARGE)('%s blocks the event loop for less than 250 ms (I9)', async (_name, raw) => {
  const envelope = { from: 'bo@bakery.example', to: ['ann@mail.sender.example'] }
  const turns = {
    classify: await longestTurn(() => classify(raw.subarray(0, READ_BYTES), envelope)),
    verify: await longestTurn(() => verifyDkim(raw, async () => 'v=DKIM1; p=x')),
    forward: await longestTurn(() => forward(raw)),
    files: await longestTurn(() => listFiles(raw)),
  }
  expect(Math.max(...Object.values(turns)), JSON.stringify(turns)).toBeLessThan(250)
})
