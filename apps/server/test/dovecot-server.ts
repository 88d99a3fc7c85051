import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const DOVECOT_PASSWORD = 'correct-horse-battery'

export type DovecotFolder = 'inbox' | 'junk' | 'sent'

export interface DovecotServer {
  /** Of 127.0.0.1, for STARTTLS. Any user name is known, with DOVECOT_PASSWORD. */
  port: number
  /** Puts an unread message there. `at`: when it arrived. */
  deliver(user: string, raw: Buffer, folder: DovecotFolder, at?: Date): Promise<void>
  /** Deletes the messages with this Message-ID, without brackets. */
  remove(user: string, messageId: string): Promise<void>
  /** All folders of the user get another UIDVALIDITY, and their messages other UIDs. */
  renumber(user: string): Promise<void>
  list(user: string): Promise<DovecotMessage[]>
  /** The commands of all sessions of the user after their sign-in, in order, without tags. */
  listCommands(user: string): Promise<string[]>
  close(): Promise<void>
}

export interface DovecotMessage {
  folder: DovecotFolder
  message_id: string
  is_read: boolean
  /** Letters of Maildir: S seen, R replied, T trashed, F flagged, D draft. */
  flags: string
}

const FOLDERS: Record<DovecotFolder, string> = { inbox: '.', junk: '.Junk', sent: '.Sent' }
const START_MS = 20_000
/** Of 'nobody'. Dovecot serves no mail as root. */
const NOBODY = 65_534
const certificates = fileURLToPath(import.meta.resolve('./certificate'))

/** Debian's Dovecot with Maildir folders in a folder of its own. */
export async function startDovecot(): Promise<DovecotServer> {
  requireDovecot()
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-dovecot-'))
  const port = await findFreePort()
  const isRoot = process.getuid?.() === 0
  const person = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  for (const name of ['run', 'state', 'mail', 'rawlog']) mkdirSync(join(folder, name))
  cpSync(certificates, join(folder, 'certificate'), { recursive: true })
  await writeFile(join(folder, 'dovecot.conf'), configuration(folder, port, isRoot))
  if (isRoot) give(folder)
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    ...person,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilListening(port, child, folder)

  const maildir = (user: string, name: DovecotFolder) => join(folder, 'mail', user, FOLDERS[name])
  let delivered = 0

  function prepare(user: string): void {
    mkdirSync(join(folder, 'rawlog', user), { recursive: true })
    for (const name of Object.keys(FOLDERS) as DovecotFolder[])
      for (const part of ['cur', 'new', 'tmp'])
        mkdirSync(join(maildir(user, name), part), { recursive: true })
    if (!isRoot) return
    give(join(folder, 'rawlog', user))
    give(join(folder, 'mail', user))
  }

  async function filesOf(user: string, name: DovecotFolder): Promise<string[]> {
    const files = await Promise.all(
      ['cur', 'new'].map(async (part) => {
        const found = await readdir(join(maildir(user, name), part)).catch(() => [])
        return found.map((file) => join(maildir(user, name), part, file))
      }),
    )
    return files.flat().toSorted()
  }

  return {
    port,
    async deliver(user, raw, name, at = new Date()) {
      if (!existsSync(maildir(user, name))) prepare(user)
      // Dovecot numbers new messages by the names of their files.
      delivered += 1
      const file = `1700000000.M${String(delivered).padStart(6, '0')}P1.test`
      const whole = join(maildir(user, name), 'tmp', file)
      await writeFile(whole, raw)
      if (isRoot) chownSync(whole, NOBODY, NOBODY)
      await utimes(whole, at, at)
      await rename(whole, join(maildir(user, name), 'new', file))
    },
    async remove(user, messageId) {
      for (const name of Object.keys(FOLDERS) as DovecotFolder[])
        for (const file of await filesOf(user, name))
          if (messageIdOf(await readFile(file)) === messageId) await rm(file)
    },
    async renumber(user) {
      for (const name of Object.keys(FOLDERS) as DovecotFolder[])
        for (const file of await readdir(maildir(user, name)))
          if (/^dovecot[.-](uidlist|index)/.test(file)) await rm(join(maildir(user, name), file))
    },
    async list(user) {
      const found: DovecotMessage[] = []
      for (const name of Object.keys(FOLDERS) as DovecotFolder[])
        for (const file of await filesOf(user, name)) {
          const flags = /:2,(\w*)$/.exec(file)?.[1] ?? ''
          found.push({
            folder: name,
            message_id: messageIdOf(await readFile(file)),
            is_read: flags.includes('S'),
            flags,
          })
        }
      return found
    },
    async listCommands(user) {
      const logs = (await readdir(join(folder, 'rawlog', user)).catch(() => [])).filter((file) =>
        file.endsWith('.in'),
      )
      const texts = await Promise.all(
        logs.toSorted().map((file) => readFile(join(folder, 'rawlog', user, file), 'latin1')),
      )
      return texts.flatMap((text) =>
        text.split('\r\n').flatMap((line) => /^(?:[\d.]+ )?[A-Z0-9]+ ([A-Z]{2,}\b.*)$/.exec(line)?.[1] ?? []),
      )
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Version 2.3 has the settings below; 2.4 renamed most of them. */
function requireDovecot(): void {
  const { stdout, error } = spawnSync('/usr/sbin/dovecot', ['--version'], { encoding: 'utf8' })
  if (error || !existsSync('/usr/lib/dovecot/imap'))
    throw new Error('These tests need Dovecot as /usr/sbin/dovecot (Debian: apt-get install dovecot-imapd)')
  if (!stdout.startsWith('2.3.')) throw new Error(`These tests need Dovecot 2.3, not ${stdout.trim()}`)
}

function configuration(folder: string, port: number, isRoot: boolean): string {
  const user = isRoot ? 'nobody' : userInfo().username
  const group = execFileSync('id', ['-gn', user], { encoding: 'utf8' }).trim()
  const services = ['anvil', 'imap-login', 'stats', 'ipc', 'dict', 'log', 'indexer', 'indexer-worker']
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
ssl = required
ssl_cert = <${folder}/certificate/cert.pem
ssl_key = <${folder}/certificate/key.pem
auth_failure_delay = 0
auth_mechanisms = plain login
mail_location = maildir:${folder}/mail/%u
mail_max_userip_connections = 50
import_environment =
passdb {
  driver = static
  args = password=${DOVECOT_PASSWORD}
}
userdb {
  driver = static
  args = home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    special_use = \\Junk
    auto = create
  }
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
${services.map((name) => `service ${name} {\n  chroot =\n}`).join('\n')}
service auth-worker {
  user = ${user}
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
protocol imap {
  rawlog_dir = ${folder}/rawlog/%u
}
`
}

async function waitUntilListening(port: number, child: ChildProcess, folder: string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until && child.exitCode === null) {
    if (await greets(port)) return
    await sleep(50)
  }
  child.kill()
  const log = await readFile(join(folder, 'dovecot.log'), 'utf8').catch(() => '')
  throw new Error(`Dovecot did not start:\n${log}`)
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    const [data] = (await once(socket, 'data')) as [Buffer]
    return data.toString().startsWith('* OK')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Gives a folder to 'nobody'. */
function give(folder: string): void {
  chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) give(path)
    else chownSync(path, NOBODY, NOBODY)
  }
}

const messageIdOf = (raw: Buffer) =>
  /^Message-ID:\s*<([^>]*)>/im.exec(raw.subarray(0, 100_000).toString('latin1'))?.[1] ?? ''
