import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Faults of messages to one address. `drop` disconnects silently. */
export interface Fault {
  rcpt?: string
  data?: string
  /** At the first bytes of the body. */
  body?: 'drop'
  /** After the final dot. `half` sends half of a reply and disconnects. */
  end?: string
  /** Delays the reply to the final dot, or to the command named by `waitAt`. */
  wait?: () => Promise<unknown>
  /** `body` takes none of it. */
  waitAt?: 'rcpt' | 'data' | 'body'
}

/** Faults of a connection, whoever the recipient is. */
export interface ConnectionFault {
  greeting?: string
  /** Announces STARTTLS and then fails. */
  breaksTls?: boolean
  /** Disconnects after this many messages. */
  maxMessages?: number
}

export interface FaultyMailServer {
  url: string
  connectionFault: ConnectionFault
  /** By address; messages to all others are accepted. */
  faults: Map<string, Fault | ((from: string) => Fault)>
  /** RCPT commands in order. */
  tries: { from: string; to: string }[]
  /** Messages whose body arrived completely; `isAccepted` if the reply was 250. */
  bodies: { from: string; to: string; raw: string; isAccepted: boolean }[]
  /** Stops listening and disconnects all, then listens again on the same port. */
  down(): Promise<void>
  up(): Promise<void>
}

/** A mail server that fails as the test tells it. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const mail: FaultyMailServer = {
    url: '',
    connectionFault: {},
    faults: new Map(),
    tries: [],
    bodies: [],
    async down() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
    async up() {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        socket.on('error', () => undefined)
        serve(socket, mail)
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      mail.url = `smtp://127.0.0.1:${port}`
    },
  }
  await mail.up()
  return mail
}

function serve(socket: Socket, mail: FaultyMailServer): void {
  const { connectionFault } = mail
  let [from, to, body, buffer] = ['', '', '', '']
  let isBody = false
  let isBroken = false
  let messages = 0
  const reply = (text: string) => {
    if (text === 'drop') socket.destroy()
    else if (text === 'half') socket.end('25')
    else socket.write(`${text}\r\n`)
  }
  const faultOf = (): Fault => {
    const fault = mail.faults.get(to)
    return (typeof fault === 'function' ? fault(from) : fault) ?? {}
  }

  async function waitAt(here: Fault['waitAt']): Promise<void> {
    const fault = faultOf()
    if (fault.wait && fault.waitAt === here) await fault.wait()
  }

  function endBody(): void {
    const { end = '250 2.0.0 taken' } = faultOf()
    const received = { from, to, raw: body, isAccepted: false }
    mail.bodies.push(received)
    messages += 1
    isBody = false
    body = ''
    const isLast = connectionFault.maxMessages !== undefined && messages >= connectionFault.maxMessages
    void waitAt(undefined).then(() => {
      received.isAccepted = end.startsWith('250')
      reply(end)
      if (isLast) socket.end('421 4.3.2 enough of you\r\n')
    })
  }

  function answer(command: string): void {
    const address = /<([^>]*)>/.exec(command)?.[1] ?? ''
    if (/^(EHLO|HELO)/i.test(command))
      reply(connectionFault.breaksTls ? '250-faulty\r\n250 STARTTLS' : '250 faulty')
    else if (/^STARTTLS/i.test(command)) {
      isBroken = true
      reply('220 go on')
    } else if (/^MAIL/i.test(command)) {
      from = address
      reply('250 ok')
    } else if (/^RCPT/i.test(command)) {
      to = address
      mail.tries.push({ from, to })
      const text = faultOf().rcpt ?? '250 ok'
      void waitAt('rcpt').then(() => reply(text))
    } else if (/^DATA/i.test(command)) {
      const text = faultOf().data ?? '354 go on'
      isBody = text.startsWith('354')
      void waitAt('data').then(() => reply(text))
    } else if (/^QUIT/i.test(command)) socket.end('221 bye\r\n')
    else reply('250 ok')
  }

  reply(connectionFault.greeting ?? '220 faulty')
  socket.on('data', (chunk) => {
    if (isBody && faultOf().waitAt === 'body') return
    buffer += chunk.toString('latin1')
    if (isBroken) return reply('this is not TLS')
    if (isBody && faultOf().body === 'drop') return reply('drop')
    for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, at)
      buffer = buffer.slice(at + 2)
      if (!isBody) answer(line)
      else if (line === '.') endBody()
      else body += `${line}\r\n`
    }
  })
}
