import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { withClient } from './empty-database.ts'
import { findFreePort } from './faults/free-port.ts'
import { until } from './faults/worker-process.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export interface Bouncer {
  /** The address of the database behind the pooler. */
  url: string
}

/** Debian's PgBouncer before a database, in transaction mode with its defaults. Ended with the test. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number> = {},
): Promise<Bouncer> {
  if (!existsSync(PROGRAM))
    throw new Error(
      'These tests start PgBouncer, which is missing. Please install it: apt-get install pgbouncer',
    )
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-pgbouncer-'))
  chmodSync(folder, 0o755)
  const { username, password, hostname, port, pathname } = new URL(databaseUrl)
  const listen_port = await findFreePort()
  const users = path.join(folder, 'users.txt')
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 })
  const all = {
    listen_addr: '127.0.0.1',
    listen_port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const config = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`,
    { mode: 0o644 },
  )
  // Refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...user, config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      log += String(text)
    })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const url = new URL(databaseUrl)
  url.port = String(listen_port)
  url.pathname = pathname
  await until('PgBouncer answers', () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    return withClient(url.href, () => Promise.resolve(true)).catch(() => false)
  })
  return { url: url.href }
}
