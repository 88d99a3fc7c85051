import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

export const IMAP_PASSWORD = 'correct horse'

export interface ImapMessage {
  uid: number
  raw: Buffer
  flags: string[]
  at: Date
}

interface Folder {
  uidvalidity: number
  next: number
  messages: ImapMessage[]
}

/** What the server does instead of the command: `{tag}` in an answer stands for the command's. */
export type Reaction = 'silence' | 'hang up' | { answer: string; hangsUp?: boolean }

export interface ImapServer {
  port: number
  folders: Map<string, Folder>
  /** All commands so far, without tags and literals. */
  commands: string[]
  deliver(folder: string, raw: Buffer, at?: Date): void
  remove(messageId: string): void
  /** All folders get another UIDVALIDITY and other UIDs. */
  renumber(): void
  /** Called for each command. */
  intercept: (command: string) => Reaction | undefined
  /** What it says about a message's size. */
  sizeOf: (raw: Buffer) => number
  /** Answers `BODY.PEEK[]<0.1000>` with the whole. */
  ignoresPartial: boolean
  countOpen(): number
  close(): Promise<void>
}

interface Options {
  /** 'none' offers no encryption. */
  security?: 'tls' | 'starttls' | 'none'
  folders?: string[]
  greeting?: string
}

const certificates = fileURLToPath(import.meta.resolve('./certificate'))
const context = createSecureContext({
  cert: readFileSync(`${certificates}/cert.pem`),
  key: readFileSync(`${certificates}/key.pem`),
})

/** IMAP4rev1 (RFC 3501) as far as reading needs it, without any extension, and as faulty as a test wants it. */
export async function startImapServer({
  security = 'tls',
  folders = ['INBOX', 'Spam', 'Sent Items'],
  greeting = '* OK ready',
}: Options = {}): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const session = new Session(server, security)
    session.serve(security === 'tls' ? secure(socket) : socket, greeting)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const server: ImapServer = {
    port: (listener.address() as AddressInfo).port,
    folders: new Map(folders.map((path) => [path, { uidvalidity: 1000, next: 1, messages: [] }])),
    commands: [],
    deliver: (path, raw, at = new Date()) => store(server.folders.get(path)!, raw, [], at),
    remove(messageId) {
      for (const folder of server.folders.values())
        folder.messages = folder.messages.filter(({ raw }) => !raw.includes(`<${messageId}>`))
    },
    renumber() {
      for (const folder of server.folders.values()) {
        folder.uidvalidity += 1
        folder.messages.forEach((message, index) => {
          message.uid = index + 1
        })
        folder.next = folder.messages.length + 1
      }
    },
    intercept: () => undefined,
    sizeOf: (raw) => raw.length,
    ignoresPartial: false,
    countOpen: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
  return server
}

const secure = (socket: Socket) => new TLSSocket(socket, { isServer: true, secureContext: context })

function store(folder: Folder, raw: Buffer, flags: string[], at: Date): void {
  folder.messages.push({ uid: folder.next, raw, flags, at })
  folder.next += 1
}

class Session {
  readonly #server: ImapServer
  readonly #security: NonNullable<Options['security']>
  #socket!: Socket
  #input = Buffer.alloc(0)
  #selected: Folder | null = null

  constructor(server: ImapServer, security: NonNullable<Options['security']>) {
    this.#server = server
    this.#security = security
  }

  serve(socket: Socket, greeting: string | null): void {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      this.#input = Buffer.concat([this.#input, chunk])
      this.#readCommands()
    })
    if (greeting) this.#say(greeting)
  }

  #say(line: string): void {
    this.#socket.write(`${line}\r\n`)
  }

  #readCommands(): void {
    for (let end = this.#input.indexOf('\r\n'); end >= 0; end = this.#input.indexOf('\r\n')) {
      const line = this.#input.subarray(0, end).toString()
      const literal = /\{(\d+)\}$/.exec(line)
      if (!literal) {
        this.#input = this.#input.subarray(end + 2)
        this.#handle(line, null)
        continue
      }
      const size = Number(literal[1])
      // The client sends a literal once it was asked to, and then the end of the line.
      if (this.#input.length === end + 2) this.#say('+ go on')
      if (this.#input.length < end + 2 + size + 2) return
      const body = Buffer.from(this.#input.subarray(end + 2, end + 2 + size))
      this.#input = this.#input.subarray(end + 2 + size + 2)
      this.#handle(line, body)
    }
  }

  #handle(line: string, literal: Buffer | null): void {
    const space = line.indexOf(' ')
    const tag = line.slice(0, space)
    const command = line.slice(space + 1)
    this.#server.commands.push(command)
    const reaction = this.#server.intercept(command)
    if (reaction === 'silence') return
    if (reaction === 'hang up') {
      this.#socket.destroy()
      return
    }
    if (reaction) {
      this.#socket.write(reaction.answer.replaceAll('{tag}', tag))
      if (reaction.hangsUp) this.#socket.end()
      return
    }
    this.#say(`${tag} ${this.#answer(command, literal)}`)
    if (command === 'STARTTLS') this.#startTls()
    if (command === 'LOGOUT') this.#socket.end()
  }

  #startTls(): void {
    this.#socket.removeAllListeners('data')
    this.serve(secure(this.#socket), null)
  }

  /** Says the untagged lines, and returns the tagged one. */
  #answer(command: string, literal: Buffer | null): string {
    const word = /^(UID )?\w+/.exec(command)?.[0] ?? ''
    if (word === 'CAPABILITY') {
      this.#say(`* CAPABILITY IMAP4rev1${this.#security === 'starttls' ? ' STARTTLS' : ''}`)
      return 'OK done'
    }
    if (word === 'STARTTLS') return 'OK begin'
    if (word === 'LOGIN') return command.endsWith(` "${IMAP_PASSWORD}"`) ? 'OK welcome' : 'NO LOGIN failed.'
    if (word === 'LOGOUT') {
      this.#say('* BYE until next time')
      return 'OK done'
    }
    if (word === 'LIST') return this.#list(command)
    if (word === 'EXAMINE') return this.#examine(command)
    if (word === 'APPEND') return this.#append(command, literal!)
    if (word === 'UID SEARCH' && this.#selected) return this.#search(command, this.#selected)
    if (word === 'UID FETCH' && this.#selected) return this.#fetch(command, this.#selected)
    return 'BAD unknown command'
  }

  #list(command: string): string {
    if (command === 'LIST "" ""') this.#say('* LIST (\\Noselect) "/" ""')
    else for (const path of this.#server.folders.keys()) this.#say(`* LIST () "/" "${path}"`)
    return 'OK done'
  }

  #examine(command: string): string {
    const folder = this.#server.folders.get(unquoted(command.slice('EXAMINE '.length)))
    this.#selected = folder ?? null
    if (!folder) return 'NO no such folder'
    this.#say('* FLAGS (\\Seen)')
    this.#say(`* ${folder.messages.length} EXISTS`)
    this.#say('* 0 RECENT')
    this.#say('* OK [PERMANENTFLAGS ()] read-only')
    this.#say(`* OK [UIDVALIDITY ${folder.uidvalidity}] valid`)
    return 'OK [READ-ONLY] done'
  }

  #append(command: string, literal: Buffer): string {
    const [, path, flags] = /^APPEND ("[^"]*"|\S+) (?:\(([^)]*)\) )?\{/.exec(command) ?? []
    const folder = this.#server.folders.get(unquoted(path ?? ''))
    if (!folder) return 'NO [TRYCREATE] no such folder'
    store(folder, literal, flags?.split(' ') ?? [], new Date())
    return 'OK stored'
  }

  #search(command: string, folder: Folder): string {
    const [, from] = /UID (\d+):\*/.exec(command) ?? []
    const [, since] = /SINCE (\S+)/.exec(command) ?? []
    const [, header] = /HEADER MESSAGE-ID (\S+)/i.exec(command) ?? []
    const last = folder.messages.at(-1)?.uid
    const found = folder.messages.filter(
      ({ uid, raw, at }) =>
        (!from || uid >= Number(from) || uid === last) &&
        (!since || at.getTime() >= Date.parse(`${unquoted(since)} UTC`)) &&
        (!header || raw.includes(unquoted(header))),
    )
    this.#say(['* SEARCH', ...found.map(({ uid }) => uid)].join(' '))
    return 'OK done'
  }

  #fetch(command: string, folder: Folder): string {
    const [, uids, items] = /^UID FETCH (\S+) \(?(.*?)\)?$/.exec(command) ?? []
    for (const uid of (uids ?? '').split(',')) {
      const index = folder.messages.findIndex((message) => message.uid === Number(uid))
      const message = folder.messages[index]
      if (!message) continue
      const parts = (items ?? '')
        .match(/[A-Z0-9.]+(?:\[[^\]]*\])?(?:<[^>]*>)?/g)!
        .flatMap((item) => [Buffer.from(' '), this.#item(item, message)])
      const body = Buffer.concat(parts.slice(1))
      this.#socket.write(Buffer.concat([Buffer.from(`* ${index + 1} FETCH (`), body, Buffer.from(')\r\n')]))
    }
    return 'OK done'
  }

  #item(item: string, { uid, raw, flags, at }: ImapMessage): Buffer {
    if (item === 'UID') return Buffer.from(`UID ${uid}`)
    if (item === 'FLAGS') return Buffer.from(`FLAGS (${flags.join(' ')})`)
    if (item === 'RFC822.SIZE') return Buffer.from(`RFC822.SIZE ${this.#server.sizeOf(raw)}`)
    if (item === 'INTERNALDATE') return Buffer.from(`INTERNALDATE "${dateTime(at)}"`)
    if (item === 'BODYSTRUCTURE') return Buffer.from(`BODYSTRUCTURE ${structureOf(parseMime(raw))}`)
    const [, section, partial] = /^BODY\.PEEK\[([^\]]*)\](?:<0\.(\d+)>)?$/.exec(item) ?? []
    const whole = sectionOf(raw, section ?? '')
    const bytes = partial && !this.#server.ignoresPartial ? whole.subarray(0, Number(partial)) : whole
    const name = `BODY[${section}]${partial ? '<0>' : ''} {${bytes.length}}\r\n`
    return Buffer.concat([Buffer.from(name), bytes])
  }
}

interface Mime {
  headers: Buffer
  body: Buffer
  type: string
  parameters: [string, string][]
  encoding: string
  children: Mime[]
}

function parseMime(raw: Buffer): Mime {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.subarray(0, end < 0 ? raw.length : end + 4)
  const body = raw.subarray(headers.length)
  const text = headers.toString('latin1').replace(/\r\n[ \t]+/g, ' ')
  const [type = 'text/plain', ...rest] = (/^Content-Type: (.*)\r$/im.exec(text)?.[1] ?? 'text/plain').split(
    /;\s*/,
  )
  const parameters = rest.map((pair) => pair.split('=') as [string, string])
  const boundary = parameters.find(([name]) => name === 'boundary')?.[1]
  return {
    headers,
    body,
    type,
    parameters,
    encoding: /^Content-Transfer-Encoding: (.*)\r$/im.exec(text)?.[1] ?? '7bit',
    children: type.startsWith('multipart/') && boundary ? split(body, boundary).map(parseMime) : [],
  }
}

function split(body: Buffer, boundary: string): Buffer[] {
  const parts = body.toString('latin1').split(new RegExp(`(?:^|\\r\\n)--${boundary}(?:--)?\\r\\n`))
  return parts.slice(1, -1).map((part) => Buffer.from(part, 'latin1'))
}

function structureOf({ type, parameters, encoding, body, children }: Mime): string {
  const [main, sub] = type.split('/')
  const pairs = parameters.map(([name, value]) => `"${name}" "${value}"`).join(' ')
  const list = pairs ? `(${pairs})` : 'NIL'
  if (children.length > 0) return `(${children.map(structureOf).join('')} "${sub}" ${list} NIL NIL)`
  const lines = main === 'text' ? ` ${body.toString('latin1').split('\n').length}` : ''
  return `("${main}" "${sub}" ${list} NIL NIL "${encoding}" ${body.length}${lines} NIL NIL NIL)`
}

function sectionOf(raw: Buffer, section: string): Buffer {
  const whole = parseMime(raw)
  if (section === '') return raw
  if (section === 'TEXT') return whole.body
  if (section.startsWith('HEADER')) return whole.headers
  const part = section.split('.').reduce<Mime | undefined>((node, n) => node?.children[Number(n) - 1], whole)
  return part?.body ?? Buffer.alloc(0)
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (n: number) => String(n).padStart(2, '0')

function dateTime(at: Date): string {
  const day = `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`
  return `${day} ${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')} +0000`
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '')
