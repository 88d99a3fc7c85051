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
  /** Delays the reply to the final dot. */
  wait?: () => Promise<unknown>
}

/** Faults of a connection, for any recipient. */
export interface LineFault {
  greeting?: string
  /** Announces STARTTLS and then fails. */
  breaksTls?: boolean
  /** Disconnects after this many messages. */
  maxMessages?: number
}

export interface FaultyMailServer {
  url: string
  line: LineFault
  /** By address; others are accepted. */
  faults: Map<string, Fault | ((from: string) => Fault)>
  /** RCPT commands in order. */
  tries: { from: string; to: string }[]
  /** Messages whose body arrived completely; `isTaken` if the reply was 250. */
  bodies: { from: string; to: string; raw: string; isTaken: boolean }[]
  /** Stops listening and disconnects all, then listens again on the same port. */
  down(): Promise<void>
  up(): Promise<void>
}

/** A mail server with faults set by the test. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  const mail: FaultyMailServer = {
    url: '',
    line: {},
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
  const { line } = mail
  let [from, to, body, buffer] = ['', '', '', '']
  let isBody = false
  let isBroken = false
  let messages = 0
  const say = (words: string) => {
    if (words === 'drop') socket.destroy()
    else if (words === 'half') socket.end('25')
    else socket.write(`${words}\r\n`)
  }
  const faultOf = (): Fault => {
    const fault = mail.faults.get(to)
    return (typeof fault === 'function' ? fault(from) : fault) ?? {}
  }

  function endBody(): void {
    const { end = '250 2.0.0 taken', wait = async () => undefined } = faultOf()
    const heard = { from, to, raw: body, isTaken: false }
    mail.bodies.push(heard)
    messages += 1
    isBody = false
    body = ''
    const isLast = line.maxMessages !== undefined && messages >= line.maxMessages
    void wait().then(() => {
      heard.isTaken = end.startsWith('250')
      say(end)
      if (isLast) socket.end('421 4.3.2 enough of you\r\n')
    })
  }

  function answer(command: string): void {
    const address = /<([^>]*)>/.exec(command)?.[1] ?? ''
    if (/^(EHLO|HELO)/i.test(command)) say(line.breaksTls ? '250-faulty\r\n250 STARTTLS' : '250 faulty')
    else if (/^STARTTLS/i.test(command)) {
      isBroken = true
      say('220 go on')
    } else if (/^MAIL/i.test(command)) {
      from = address
      say('250 ok')
    } else if (/^RCPT/i.test(command)) {
      to = address
      mail.tries.push({ from, to })
      say(faultOf().rcpt ?? '250 ok')
    } else if (/^DATA/i.test(command)) {
      const words = faultOf().data ?? '354 go on'
      isBody = words.startsWith('354')
      say(words)
    } else if (/^QUIT/i.test(command)) socket.end('221 bye\r\n')
    else say('250 ok')
  }

  say(line.greeting ?? '220 faulty')
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    if (isBroken) return say('this is not TLS')
    if (isBody && faultOf().body === 'drop') return say('drop')
    for (let at = buffer.indexOf('\r\n'); at >= 0; at = buffer.indexOf('\r\n')) {
      const text = buffer.slice(0, at)
      buffer = buffer.slice(at + 2)
      if (!isBody) answer(text)
      else if (text === '.') endBody()
      else body += `${text}\r\n`
    }
  })
}
