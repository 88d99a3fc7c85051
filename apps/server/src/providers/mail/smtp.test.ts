import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createSmtpMail, parseSmtpUrl } from './smtp.ts'

interface Script {
  greeting?: string
  mail?: string
  rcpt?: string
  data?: string
  /** After the final dot; 'drop' closes without a word. */
  end?: string
  onConnect?: (socket: Socket) => void
}

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

/** A server that follows a script, one line a command. */
async function startServer(script: Script) {
  let bodies = 0
  const server = createServer((socket) => {
    script.onConnect?.(socket)
    if (socket.destroyed) return
    let isBody = false
    let buffer = ''
    const say = (line: string) => (line === 'drop' ? socket.destroy() : socket.write(`${line}\r\n`))
    say(script.greeting ?? '220 test')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, at)
        buffer = buffer.slice(at + 2)
        if (isBody && line !== '.') continue
        if (isBody) {
          isBody = false
          bodies += 1
          say(script.end ?? '250 2.0.0 taken')
        } else if (/^EHLO/i.test(line)) say('250 test')
        else if (/^MAIL/i.test(line)) say(script.mail ?? '250 ok')
        else if (/^RCPT/i.test(line)) say(script.rcpt ?? '250 ok')
        else if (/^DATA/i.test(line)) {
          const answer = script.data ?? '354 go on'
          isBody = answer.startsWith('354')
          say(answer)
        } else if (/^QUIT/i.test(line)) say('221 bye')
        else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mail = createSmtpMail({ server: async () => parseSmtpUrl(url, 'client.example') })
  closers.push(() => void mail.close())
  return { mail, countBodies: () => bodies }
}

const message = {
  raw: Buffer.from('Subject: x\r\n\r\nbody\r\n'),
  envelope: { from: 'a@b.example', to: 'c@d.example' },
}

const scenarios: [string, Script, string, number | null][] = [
  ['is accepted', {}, 'accepted', 250],
  [
    'finds a connection dropped before the greeting',
    { onConnect: (socket) => socket.destroy() },
    'not_sent',
    null,
  ],
  ['is dropped at MAIL FROM', { mail: 'drop' }, 'not_sent', null],
  ['is told to come back at RCPT TO', { rcpt: '450 4.2.0 greylisted' }, 'deferred', 450],
  ['is refused at RCPT TO', { rcpt: '550 5.1.1 no such user' }, 'rejected', 550],
  ['is told to come back before the body', { data: '421 4.3.2 shutting down' }, 'deferred', 421],
  ['is told to come back after the body', { end: '451 4.3.0 try later' }, 'deferred', 451],
  ['is refused after the body', { end: '554 5.7.1 no thanks' }, 'rejected', 554],
  ['hears nothing after the body', { end: 'drop' }, 'unconfirmed', null],
  ['is greeted with a refusal', { greeting: '554 5.7.1 go away' }, 'rejected', 554],
]

for (const [what, script, outcome, code] of scenarios)
  test(`a message that ${what} is told apart as ${outcome}`, async () => {
    const { mail } = await startServer(script)
    expect(await mail.handOver(message)).toMatchObject({ outcome, code })
  })

test('the mark before the body is made once and only when the server takes the body', async () => {
  let marks = 0
  const mark = async () => {
    marks += 1
    return true
  }
  const refusing = await startServer({ rcpt: '550 no' })
  await refusing.mail.handOver(message, { beforeBody: mark })
  expect(marks).toBe(0)
  const taking = await startServer({ end: 'drop' })
  await taking.mail.handOver(message, { beforeBody: mark })
  expect([marks, taking.countBodies()]).toEqual([1, 1])
})

test('a server that takes a message before it has it is not believed, and gets none of it', async () => {
  const { mail, countBodies } = await startServer({ data: '354 go on\r\n250 2.0.0 taken' })
  const agreed = Promise.withResolvers<boolean>()
  const handingOver = mail.handOver(message, { beforeBody: () => agreed.promise })
  expect(await handingOver).toMatchObject({ outcome: 'not_sent', code: null })
  agreed.resolve(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(countBodies()).toBe(0)
})

test('a connection is used again for the next message', async () => {
  let connections = 0
  const { mail } = await startServer({ onConnect: () => void connections++ })
  await mail.handOver(message)
  await mail.handOver(message)
  expect(connections).toBe(1)
})

test('a server that falls silent before it is ready is given up, and the message is not sent', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mail = createSmtpMail({
    server: async () => ({ ...parseSmtpUrl(url, 'client.example'), openTimeoutMs: 50 }),
  })
  expect(await mail.handOver(message)).toMatchObject({ outcome: 'not_sent', code: null })
})

test('a server that is not there is a message not sent', async () => {
  const mail = createSmtpMail({ server: async () => parseSmtpUrl('smtp://127.0.0.1:9', 'client.example') })
  expect((await mail.handOver(message)).outcome).toBe('not_sent')
})
