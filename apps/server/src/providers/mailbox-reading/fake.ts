import { randomUUID } from 'node:crypto'
import { MailboxFailed } from '../mailboxes/port.ts'
import type { Cursors, FoundHead, MailboxReading } from './port.ts'

interface FakeMessage {
  uid: number
  raw: Buffer
  received_at: Date
}

/** A mailbox at a provider, as a test sees and changes it. */
export interface FakeMailbox {
  deliver(raw: Buffer, folder?: 'inbox' | 'junk', at?: Date): void
  sent: Buffer[]
  /** Puts a copy there under an id of the provider's own. */
  renamed: Map<string, string>
  remove(raw: Buffer): void
  /** The server no longer knows the cursors that it gave. */
  losePlaces(): void
  /** Bodies that were fetched, whole or as text. */
  fetched: Buffer[]
  looks: number
  open: number
  /** The most sessions at once. */
  most_open: number
  /** Called before a message or its text is fetched; may throw or wait. */
  beforeFetch: (raw: Buffer, part: 'whole' | 'text') => unknown
  beforeAppend: () => unknown
  /** Called as a session is opened; may throw or wait. */
  beforeOpen: (signal?: AbortSignal) => unknown
}

export interface FakeMailboxReading extends MailboxReading {
  /** The mailbox of an address; empty at first. */
  at(address: string): FakeMailbox
}

const PAGE = 250
const MAX_TEXT = 1_000_000

/** Mailboxes in memory, with a cursor of one number for each folder. */
export function createFakeMailboxReading(): FakeMailboxReading {
  const worlds = new Map<string, ReturnType<typeof createWorld>>()
  const worldOf = (address: string) => {
    const known = worlds.get(address) ?? createWorld()
    worlds.set(address, known)
    return known
  }
  return {
    at: (address) => worldOf(address).mailbox,
    test: async () => null,
    async open({ address }, signal) {
      const { mailbox, openSession } = worldOf(address)
      await mailbox.beforeOpen(signal)
      return openSession()
    },
  }
}

function createWorld() {
  const folders = { inbox: [] as FakeMessage[], junk: [] as FakeMessage[] }
  let validity = randomUUID()
  let next = 1

  const mailbox: FakeMailbox = {
    sent: [],
    renamed: new Map(),
    fetched: [],
    looks: 0,
    open: 0,
    most_open: 0,
    beforeFetch: () => undefined,
    beforeAppend: () => undefined,
    beforeOpen: () => undefined,
    deliver: (raw, folder = 'inbox', at = new Date()) =>
      void folders[folder].push({ uid: next++, raw, received_at: at }),
    remove(raw) {
      for (const folder of ['inbox', 'junk'] as const)
        folders[folder] = folders[folder].filter((message) => message.raw !== raw)
    },
    losePlaces() {
      validity = randomUUID()
    },
  }

  const afterCursor = (folder: 'inbox' | 'junk', cursors: Cursors, since: Date) => {
    const cursor = cursors[folder] as { validity: string; uid: number } | undefined
    return folders[folder].filter(({ uid, received_at }) =>
      cursor?.validity === validity ? uid > cursor.uid : received_at >= since,
    )
  }

  async function fetch(ref: string, part: 'whole' | 'text'): Promise<Buffer | null> {
    const found = [...folders.inbox, ...folders.junk].find(({ uid }) => `${uid}` === ref)
    if (!found) return null
    await mailbox.beforeFetch(found.raw, part)
    mailbox.fetched.push(found.raw)
    return found.raw
  }

  function openSession() {
    mailbox.looks += 1
    mailbox.open += 1
    mailbox.most_open = Math.max(mailbox.most_open, mailbox.open)
    return {
      async list(cursors: Cursors, since: Date) {
        const found = (['inbox', 'junk'] as const).flatMap((folder) =>
          afterCursor(folder, cursors, since).map((message) => ({ folder, message })),
        )
        const page = found.slice(0, PAGE)
        const uids = { inbox: 0, junk: 0 }
        for (const folder of ['inbox', 'junk'] as const) {
          const cursor = cursors[folder] as { validity: string; uid: number } | undefined
          uids[folder] = Math.max(
            cursor?.validity === validity ? cursor.uid : 0,
            ...page.filter((one) => one.folder === folder).map(({ message }) => message.uid),
          )
        }
        return {
          heads: page.map(({ folder, message }) => headOf(folder, message)),
          cursors: {
            inbox: { validity, uid: uids.inbox },
            junk: { validity, uid: uids.junk },
          },
          has_more: found.length > page.length,
        }
      },
      fetch: (ref: string) => fetch(ref, 'whole'),
      fetchText: async (ref: string) => (await fetch(ref, 'text'))?.subarray(0, MAX_TEXT) ?? null,
      async findSent(messageId: string) {
        const renamed = mailbox.renamed.get(messageId)
        if (renamed) return renamed
        return mailbox.sent.some((raw) => raw.includes(`<${messageId}>`)) ? messageId : null
      },
      async appendSent(raw: Buffer) {
        await mailbox.beforeAppend()
        mailbox.sent.push(raw)
      },
      async close() {
        mailbox.open -= 1
      },
    }
  }

  return { mailbox, openSession }
}

function headOf(folder: 'inbox' | 'junk', { uid, raw, received_at }: FakeMessage): FoundHead {
  const end = raw.indexOf('\r\n\r\n')
  return {
    ref: `${uid}`,
    folder,
    headers: raw.subarray(0, end < 0 ? raw.length : end + 4),
    size: raw.length,
    received_at: received_at.toISOString(),
  }
}

export const unreachable = () =>
  new MailboxFailed({ kind: 'unreachable', sentence: 'The server could not be reached' })
