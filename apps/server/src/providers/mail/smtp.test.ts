import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { createSmtpMail, parseSmtpUrl } from './smtp.ts'

interface Script {
  greeting?: string
  ehlo?: string
  starttls?: string
  mail?: string
  rcpt?: string
  data?: string
  /** Reply after the final dot. 'drop' closes silently; a trailing '…' closes before the line ends. */
  end?: string
  onConnect?: (socket: Socket) => void
  /** Delays the reply to DATA. */
  untilData?: Promise<void>
}

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

/** A server that follows a script, one line per command. */
async function startServer(script: Script) {
  let bodies = 0
  const received: string[] = []
  const closed = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.once('close', () => closed.resolve())
    script.onConnect?.(socket)
    if (socket.destroyed) return
    let isBody = false
    let buffer = ''
    const say = (line: string) => {
      if (line === 'drop') socket.destroy()
      else if (line.endsWith('…')) socket.end(line.slice(0, -1))
      else socket.write(`${line}\r\n`)
    }
    say(script.greeting ?? '220 test')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'))
      buffer += chunk.toString('latin1')
      for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, at)
        buffer = buffer.slice(at + 2)
        if (isBody && line !== '.') continue
        if (isBody) {
          isBody = false
          bodies += 1
          say(script.end ?? '250 2.0.0 taken')
        } else if (/^EHLO/i.test(line)) say(script.ehlo ?? '250 test')
        else if (script.starttls && /^STARTTLS/i.test(line)) say(script.starttls)
        else if (/^MAIL/i.test(line)) say(script.mail ?? '250 ok')
        else if (/^RCPT/i.test(line)) say(script.rcpt ?? '250 ok')
        else if (/^DATA/i.test(line)) {
          const answer = script.data ?? '354 go on'
          isBody = answer.startsWith('354')
          if (script.untilData) void script.untilData.then(() => say(answer))
          else say(answer)
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
  return { url, mail, received, closed: closed.promise, countBodies: () => bodies }
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
  ['is refused with the last words of the server', { rcpt: '550 5.1.1 no such user…' }, 'rejected', 550],
  ['hears half a word after the body', { end: '25…' }, 'unconfirmed', null],
  ['is answered in many lines', { mail: '250-yes\r\n250 ok', data: '354-go\r\n354 on' }, 'accepted', 250],
  ['is answered with empty lines between', { mail: '\r\n250 ok', rcpt: '250 ok\r\n' }, 'accepted', 250],
  ['is greeted with a refusal', { greeting: '554 5.7.1 go away' }, 'rejected', 554],
]

for (const [what, script, outcome, code] of scenarios)
  test(`a message that ${what} is ${outcome}`, async () => {
    const { mail } = await startServer(script)
    expect(await mail.handOver(message)).toMatchObject({ outcome, code })
  })

test('beforeBody is called once, and only when the server accepts the body', async () => {
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

const pipelining = ['250 test', '250-test\r\n250 PIPELINING']
for (const ehlo of pipelining)
  test(`beforeBody waits for the 354 of a server that offers "${ehlo.slice(4)}"`, async () => {
    const agreed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const { mail, received, countBodies } = await startServer({ ehlo, untilData: agreed.promise })
    let marks = 0
    const beforeBody = async () => {
      marks += 1
      // Committed before the first byte: nothing has left while the mark is written.
      expect(received.join('')).not.toContain('Subject: x')
      asked.resolve()
      return true
    }
    const handingOver = mail.handOver(message, { beforeBody })
    while (!received.join('').includes('DATA')) await new Promise((resolve) => setImmediate(resolve))
    expect(marks).toBe(0)
    agreed.resolve()
    await asked.promise
    expect(await handingOver).toMatchObject({ outcome: 'accepted' })
    expect([marks, countBodies()]).toEqual([1, 1])
  })

const words: [Script, string][] = [
  [{}, '250 2.0.0 taken'],
  [{ rcpt: '550 5.1.1 no such user' }, '550 5.1.1 no such user'],
  [{ mail: '451-4.7.1 please\r\n451 4.7.1 wait' }, '451-4.7.1 please\n451 4.7.1 wait'],
  [{ end: '554 5.7.1 kein Zugang für Sie' }, '554 5.7.1 kein Zugang für Sie'],
]
for (const [script, answer] of words)
  test(`the server’s reply is kept unchanged: ${JSON.stringify(answer)}`, async () => {
    const { mail } = await startServer(script)
    expect((await mail.handOver(message)).answer).toBe(answer)
  })

test.each([
  ['250 2.0.0 Ok: queued as <1.2@relay.example>', '1.2@relay.example'],
  ['250 2.0.0 Ok: queued as 4711', undefined],
])('a Message-ID that the server gave is taken from its reply: %s', async (end, given) => {
  const { mail } = await startServer({ end })
  expect((await mail.handOver(message)).message_id).toBe(given)
})

test('a non-ASCII address is announced to a server that supports it', async () => {
  const { mail, received } = await startServer({ ehlo: '250-test\r\n250-8BITMIME\r\n250 SMTPUTF8' })
  const envelope = { from: 'a@b.example', to: 'bö@d.example' }
  expect((await mail.handOver({ ...message, envelope })).outcome).toBe('accepted')
  const commands = Buffer.from(received.join(''), 'latin1').toString()
  expect(commands).toContain('MAIL FROM:<a@b.example> SMTPUTF8\r\n')
  expect(commands).toContain('RCPT TO:<bö@d.example>\r\n')
})

test('a server that accepts a message before it has it is not believed and gets no body', async () => {
  const { mail, closed, countBodies } = await startServer({ data: '354 go on\r\n250 2.0.0 taken' })
  const agreed = Promise.withResolvers<boolean>()
  const handingOver = mail.handOver(message, { beforeBody: () => agreed.promise })
  expect(await handingOver).toMatchObject({ outcome: 'not_sent', code: null })
  agreed.resolve(true)
  await closed
  expect(countBodies()).toBe(0)
})

test('nor is a server that accepts a message together with its 354', async () => {
  const { mail, countBodies } = await startServer({ data: '354 go on\r\n250 2.0.0 taken' })
  expect(await mail.handOver(message)).toMatchObject({ outcome: 'not_sent', code: null })
  expect(countBodies()).toBe(0)
})

test('a hand-over aborted during beforeBody leaves nothing behind', async () => {
  const { mail, closed, countBodies } = await startServer({})
  const stop = new AbortController()
  const beforeBody = async () => {
    stop.abort()
    return true
  }
  expect(await mail.handOver(message, { beforeBody, signal: stop.signal })).toMatchObject({
    outcome: 'not_sent',
    code: null,
  })
  await closed
  expect(countBodies()).toBe(0)
})

test('a stop after the body does not abort the hand-over', async () => {
  const stop = new AbortController()
  const { mail } = await startServer({})
  const first = await mail.handOver(message, { signal: stop.signal })
  const second = mail.handOver(message, { signal: stop.signal })
  await second
  stop.abort()
  expect([first.outcome, (await second).outcome]).toEqual(['accepted', 'accepted'])
  expect((await mail.handOver(message)).outcome).toBe('accepted')
})

const everything = '250-test\r\n250-PIPELINING\r\n250-SIZE 1000\r\n250 DSN'

test('a server with pipelining gets commands together, and the body only after its 354', async () => {
  const { mail, received } = await startServer({ ehlo: everything })
  const dsn = {
    id: 'a+b',
    return: 'headers',
    notify: ['failure' as const],
    recipient: 'rfc822;c@d.example',
  } as const
  expect(await mail.handOver({ ...message, dsn: { ...dsn, notify: [...dsn.notify] } })).toMatchObject({
    outcome: 'accepted',
  })
  expect(received.slice(1, 2)).toEqual([
    `MAIL FROM:<a@b.example> SIZE=${message.raw.length} RET=HDRS ENVID=a+2Bb\r\nRCPT TO:<c@d.example> NOTIFY=FAILURE ORCPT=rfc822;c@d.example\r\nDATA\r\n`,
  ])
  expect(received.slice(2).join('')).toBe(`${message.raw}.\r\n`)
})

const together: [string, Script, string, number][] = [
  ['its sender', { mail: '451 later' }, 'deferred', 451],
  ['its recipient', { rcpt: '550 no such user' }, 'rejected', 550],
  ['its recipient, before it goes away', { rcpt: '421 bye' }, 'deferred', 421],
  ['its recipient, and its body', { rcpt: '550 no such user', data: '554 no' }, 'rejected', 550],
  ['its body', { data: '554 no' }, 'rejected', 554],
]
for (const [what, script, outcome, code] of together)
  test(`a server that got all commands together and refuses ${what} gets no body even if it asks for one`, async () => {
    const { mail, received } = await startServer({ ehlo: everything, ...script })
    let marks = 0
    const beforeBody = async () => ++marks > 0
    expect(await mail.handOver(message, { beforeBody })).toMatchObject({ outcome, code })
    expect([marks, received.join('').includes('Subject: x')]).toEqual([0, false])
  })

test('a message too large for the server, or with a line that ends a command, is not started', async () => {
  const { mail, received } = await startServer({ ehlo: everything })
  const large = await mail.handOver({ ...message, raw: Buffer.alloc(1001, 'x') })
  const odd = await mail.handOver({
    ...message,
    envelope: { ...message.envelope, to: 'c@d.example>\r\nRSET' },
  })
  expect([large.outcome, odd.outcome]).toEqual(['not_sent', 'not_sent'])
  expect(received.filter((words) => !words.startsWith('EHLO'))).toEqual([])
})

test('a connection with an unexpected reply is not reused', async () => {
  let connections = 0
  const { mail } = await startServer({ onConnect: () => void connections++, end: '250 taken\r\n421 bye' })
  expect((await mail.handOver(message)).outcome).toBe('accepted')
  expect((await mail.handOver(message)).outcome).toBe('accepted')
  expect(connections).toBe(2)
})

test('an endless reply is aborted', async () => {
  const { mail } = await startServer({ mail: `250-${'x'.repeat(2_000_000)}` })
  expect(await mail.handOver(message)).toMatchObject({ outcome: 'not_sent', code: null })
})

test('a connection is reused for the next message', async () => {
  let connections = 0
  const { mail } = await startServer({ onConnect: () => void connections++ })
  await mail.handOver(message)
  await mail.handOver(message)
  expect(connections).toBe(1)
})

test('a server that goes silent before it is ready times out, and the message is not sent', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mail = createSmtpMail({
    server: async () => ({ ...parseSmtpUrl(url, 'client.example'), openTimeoutMs: 50 }),
  })
  expect(await mail.handOver(message)).toMatchObject({ outcome: 'not_sent', code: null })
})

test.each([
  ['smtp://user:secret@mail.example:587', true],
  ['smtp://user:secret@localhost.evil.example:587', true],
  ['smtp://user:secret@127.0.0.1.example:587', true],
  ['smtp://mail.example:25', false],
  ['smtp://user:secret@127.0.0.1:587', false],
  ['smtp://user:secret@localhost:587', false],
  ['smtp://user:secret@[::1]:587', false],
])('the password of %s needs TLS: %s', (url, requiresTls) => {
  expect(parseSmtpUrl(url, 'client.example').requiresTls).toBe(requiresTls)
})

test('a server without STARTTLS gets no password, and the message waits with a readable reason', async () => {
  const { url, received } = await startServer({ starttls: '502 5.5.1 not implemented' })
  const server = parseSmtpUrl(url.replace('//', '//user:secret@'), 'client.example')
  const mail = createSmtpMail({ server: async () => ({ ...server, requiresTls: true }) })
  const result = await mail.handOver(message)
  expect(result).toMatchObject({ outcome: 'not_sent', code: null })
  expect(result.answer).toMatch(/offers no encryption \(STARTTLS\), so no password was sent/)
  expect(received.join('')).not.toMatch(/AUTH/i)
})

test('an unreachable server means a message not sent', async () => {
  const mail = createSmtpMail({ server: async () => parseSmtpUrl('smtp://127.0.0.1:9', 'client.example') })
  expect((await mail.handOver(message)).outcome).toBe('not_sent')
})

test('messages arrive unchanged over STARTTLS, several per connection, with any line endings', async () => {
  const received: string[] = []
  const secured = new Set<unknown>()
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      secured.add(session.secure)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const mail = createSmtpMail({
    server: async () => parseSmtpUrl(`smtp://127.0.0.1:${port}`, 'client.example'),
  })
  const bodies = [
    ['plain\r\n', 'plain\r\n'],
    ['.\r\n..\r\n.a\r\n', '.\r\n..\r\n.a\r\n'],
    ['no end', 'no end\r\n'],
    [`${'x'.repeat(300_000)}\r\n.\r\n`, `${'x'.repeat(300_000)}\r\n.\r\n`],
    ['bare\nline\r.\r\n\n.\r', 'bare\r\nline\r\n.\r\n\r\n.\r\n'],
  ]
  for (const [body] of bodies) {
    const raw = Buffer.from(`Subject: x\r\n\r\n${body}`)
    expect((await mail.handOver({ raw, envelope: message.envelope })).outcome).toBe('accepted')
  }
  await mail.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(received).toEqual(bodies.map(([, arrived]) => `Subject: x\r\n\r\n${arrived}`))
  expect([...secured]).toEqual([true])
})
