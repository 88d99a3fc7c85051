import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { knownPresets } from './known-presets.ts'
import type { MailboxCredentials } from './port.ts'
import { createSmtpMailboxes } from './smtp.ts'

const certificates = fileURLToPath(import.meta.resolve('../../../test/certificate'))
const context = createSecureContext({
  cert: readFileSync(`${certificates}/cert.pem`),
  key: readFileSync(`${certificates}/key.pem`),
})

/** Answers by the command's first word; without one it says 250. 'hang up' ends the connection. */
type Answers = Partial<Record<'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'body', string>>

async function startServer(answers: Answers, { isEncrypted = true, openTimeoutMs = 60_000 } = {}) {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const talk = isEncrypted ? new TLSSocket(socket, { isServer: true, secureContext: context }) : socket
    talk.on('error', () => undefined)
    converse(talk, answers, heard)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailboxes = createSmtpMailboxes({
    name: 'reply.test.example',
    allowPrivate: [`localhost:${port}`],
    presets: knownPresets,
    openTimeoutMs,
  })
  onTestFinished(async () => {
    await mailboxes.close()
    server.close()
  })
  const at = (provider: string | null, security: 'tls' | 'starttls' = 'tls'): MailboxCredentials => ({
    kind: 'password',
    address: 'pat@own.example',
    provider,
    smtp: { host: 'localhost', port, security, username: 'pat' },
    imap: null,
    password: 'my secret',
  })
  return { mailboxes, at, port, heard }
}

function converse(socket: Socket, answers: Answers, heard: string[]): void {
  let isBody = false
  let input = ''
  const say = (answer: string) => {
    if (answer === 'hang up') socket.end()
    else socket.write(`${answer}\r\n`)
  }
  if (answers.greeting !== '') say(answers.greeting ?? '220 ready')
  socket.on('data', (chunk: Buffer) => {
    input += chunk.toString('latin1')
    for (;;) {
      const mark = isBody ? '\r\n.\r\n' : '\r\n'
      const end = input.indexOf(mark)
      if (end < 0) return
      const line = input.slice(0, end)
      input = input.slice(end + mark.length)
      const word = isBody ? 'body' : (line.split(' ')[0] ?? '')
      heard.push(word)
      isBody = word === 'DATA' && answers.DATA === undefined
      const usual = {
        EHLO: '250-localhost\r\n250 AUTH PLAIN',
        DATA: '354 go on',
        AUTH: '235 2.7.0 welcome',
        STARTTLS: '502 5.5.1 unknown',
      }
      say(answers[word as keyof Answers] ?? usual[word as keyof typeof usual] ?? '250 2.0.0 fine')
    }
  })
}

const mail = {
  raw: Buffer.from('Subject: x\r\n\r\nx\r\n'),
  envelope: { from: 'pat@own.example', to: 'a@b.example' },
}

test.each([
  [
    null,
    '535 5.7.8 Bad credentials',
    'localhost refused the user name or password: 535 5.7.8 Bad credentials',
  ],
  [
    'gmail',
    '534-5.7.9 Application-specific password required',
    'Gmail needs an app password: turn on 2-step verification, then make one at myaccount.google.com/apppasswords.',
  ],
  [
    'yahoo',
    '535 5.7.0 (#MBR1212) Incorrect username or password',
    'Yahoo Mail needs an app password: make one in your Yahoo account under Security.',
  ],
  [
    null,
    '534 5.7.9 Application-specific password required',
    'localhost needs an app password: make one in the security settings of your account.',
  ],
  [
    null,
    '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
    'Microsoft 365 no longer takes passwords. Use "Connect Microsoft 365".',
  ],
  ['outlook', '535 5.7.3 no', 'Microsoft 365 no longer takes passwords. Use "Connect Microsoft 365".'],
  [
    'webde',
    '535 Authentication failed.',
    'localhost refused the user name or password: 535 Authentication failed. Turn on IMAP at web.de under E-Mail, Settings, POP3 & IMAP.',
  ],
])(
  'a refused sign-in at %s with %s says what to do, and nothing is sent (MBOX-04, MBOX-05)',
  async (provider, answer, sentence) => {
    const { mailboxes, at, heard } = await startServer({
      AUTH: answer.replace(/^(\d+)-(.*)$/, '$1-$2\r\n$1 5.7.9 see'),
    })
    expect(await mailboxes.testSending(at(provider))).toEqual({ kind: 'login', sentence })
    expect(await mailboxes.handOver(at(provider), mail)).toMatchObject({
      outcome: 'not_sent',
      failure: { kind: 'login', sentence },
    })
    expect(heard).not.toContain('MAIL')
  },
)

test.each([
  [{ AUTH: '454 4.7.0 Temporary authentication failure' }],
  [{ AUTH: '421 4.7.0 Too many connections' }],
  [{ greeting: '421 busy' }],
  [{ greeting: '554 no service' }],
  [{ greeting: 'hang up' }],
  [{ AUTH: 'hang up' }],
])('a server that answers %j is unreachable, and nothing is sent (MBOX-18)', async (answers: Answers) => {
  const { mailboxes, at, port } = await startServer(answers)
  expect(await mailboxes.handOver(at(null), mail)).toMatchObject({
    outcome: 'not_sent',
    failure: {
      kind: 'unreachable',
      sentence: expect.stringContaining(`localhost could not be reached on port ${port}: `),
    },
  })
})

test.each([[{ MAIL: 'hang up' }], [{ RCPT: 'hang up' }], [{ DATA: 'hang up' }]])(
  'a server that answers %j fails the message, not the mailbox, and nothing is sent (MBOX-18)',
  async (answers: Answers) => {
    const { mailboxes, at } = await startServer(answers)
    const result = await mailboxes.handOver(at(null), mail)
    expect(result.outcome).toBe('not_sent')
    expect(result.failure).toBeUndefined()
  },
)

test('a server that does not greet is given up within the limit (MBOX-18)', async () => {
  const { mailboxes, at, port } = await startServer({ greeting: '' }, { openTimeoutMs: 200 })
  expect(await mailboxes.testSending(at(null))).toEqual({
    kind: 'unreachable',
    sentence: `localhost could not be reached on port ${port}: The mail server took too long`,
  })
})

test.each([
  [
    { MAIL: '550 5.4.5 Daily user sending limit exceeded.' },
    null,
    'Gmail takes no more mail from pat@own.example today.',
  ],
  [
    { RCPT: '421 4.7.28 Our system has detected an unusual rate' },
    60_000,
    'Gmail takes no more mail from pat@own.example for now.',
  ],
  [
    { DATA: '554 5.2.0 Sending quota exceeded' },
    null,
    'Gmail takes no more mail from pat@own.example today.',
  ],
  [{ body: '550 5.7.233 tenant limit' }, null, 'Gmail takes no more mail from pat@own.example today.'],
])(
  "a provider's limit, %j, defers the message and holds the mailbox (MBOX-26)",
  async (answers: Answers, wait_ms, sentence) => {
    const { mailboxes, at } = await startServer(answers)
    expect(await mailboxes.handOver(at('gmail'), mail)).toMatchObject({
      outcome: 'deferred',
      failure: { kind: 'limit', sentence, wait_ms },
    })
  },
)

test('a refusal of the message is no failure of the mailbox', async () => {
  const { mailboxes, at } = await startServer({ RCPT: '550 5.1.1 unknown' })
  const result = await mailboxes.handOver(at(null), mail)
  expect(result).toMatchObject({ outcome: 'rejected', code: 550 })
  expect(result.failure).toBeUndefined()
})

test('without an answer to the body the message is unconfirmed, which is a fault of the server (MBOX-18, MBOX-24)', async () => {
  const { mailboxes, at } = await startServer({ body: 'hang up' })
  const result = await mailboxes.handOver(at(null), mail)
  expect(result).toMatchObject({ outcome: 'unconfirmed', trouble: { kind: 'unreachable' } })
  expect(result.failure).toBeUndefined()
})

test('a message that is withdrawn is no failure of the mailbox', async () => {
  const { mailboxes, at, heard } = await startServer({})
  const result = await mailboxes.handOver(at(null), mail, { beforeBody: async () => false })
  expect(result).toEqual({ outcome: 'not_sent', code: null, answer: 'withdrawn' })
  expect(heard).not.toContain('body')
})

test('the password is not repeated in the reply to a message', async () => {
  const { mailboxes, at } = await startServer({ RCPT: '550 5.1.1 my secret AHBhdABteSBzZWNyZXQ= is unknown' })
  const { outcome, answer } = await mailboxes.handOver(at(null), mail)
  expect(outcome).toBe('rejected')
  expect(answer).not.toMatch(/secret|AHBhdABteSBzZWNyZXQ/)
})

test('the password is not repeated in a sentence', async () => {
  const { mailboxes, at } = await startServer({
    AUTH: '535 5.7.8 my secret is wrong for AHBhdABteSBzZWNyZXQ=',
  })
  const failure = await mailboxes.testSending(at(null))
  expect(failure?.sentence).not.toMatch(/secret|AHBhdABteSBzZWNyZXQ/)
})

test.each(['tls', 'starttls'] as const)(
  'a server without encryption is refused with %s, before the sign-in (MBOX-04, MBOX-06)',
  async (security) => {
    const { mailboxes, at, port, heard } = await startServer({}, { isEncrypted: false })
    expect(await mailboxes.testSending(at(null, security))).toEqual({
      kind: 'unreachable',
      sentence: `localhost offers no encryption on port ${port}. Please choose the other kind.`,
    })
    expect(heard).not.toContain('AUTH')
  },
)

test('a server that cannot be reached, or found, says so (MBOX-04)', async () => {
  const { mailboxes, at } = await startServer({})
  const credentials = at(null) as Extract<MailboxCredentials, { kind: 'password' }>
  expect(
    await mailboxes.testSending({
      ...credentials,
      smtp: { ...credentials.smtp, host: 'nowhere.invalid', port: 587 },
    }),
  ).toEqual({
    kind: 'unreachable',
    sentence: 'nowhere.invalid could not be found. Please check the name and the port.',
  })
})
