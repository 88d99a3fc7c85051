import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'
import { spawnAs } from '../../src/db/bundled/run-as.ts'
import { findBinaries, prepareServerFiles } from '../../src/db/bundled/server-files.ts'
import { openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { findFreePort } from './free-port.ts'
import { until } from './worker-process.ts'

/** A PostgreSQL of the bundled binaries with a streaming replica, both of which can be killed. */
export interface ReplicatedPostgres {
  /** Of whichever server is the primary. */
  url: string
  replicaUrl: string
  /** Starts the replica and waits until it streams. */
  startReplica(): Promise<void>
  /** The replica gets nothing from now on. */
  holdBack(): Promise<void>
  /** Kills the primary, and promotes the replica on its port. */
  failOver(): Promise<void>
  /** Kills the server, copies its files, and starts it again, as a snapshot of its disk would. */
  copyFiles(): Promise<void>
  /** Stops the server and starts it on the copy. */
  putBack(): Promise<void>
}

/** Stops it after the file's tests. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-replicated-'))
  chmodSync(folder, 0o755)
  const servers = new Set<ChildProcess>()
  afterAll(async () => {
    for (const server of servers) await end(server, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const bundled = await startBundledPostgres({ dataDir: folder })
  const database = openDatabase(bundled.url, { max: 1 })
  await migrate(database.pool, '2026-01-01T00:00:00.000Z')
  await database.close()
  await bundled.stop()
  const files = prepareServerFiles(folder, findBinaries(), true)
  const [replicaData, copiedData] = [`${files.data}-replica`, `${files.data}-copy`]
  const [port, replicaPort] = [await findFreePort(), await findFreePort()]
  const urlAt = (at: number) => {
    const url = new URL(bundled.url)
    url.port = String(at)
    return url
  }
  const url = urlAt(port).href

  async function start(from: string, at: number, settings: Record<string, string> = {}) {
    const all = {
      port: String(at),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      wal_level: 'replica',
      wal_keep_size: '512MB',
      timezone: 'UTC',
      ...settings,
    }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    for (;;) {
      const server = spawnAs(files.runAs, path.join(files.bin, 'postgres'), ['-D', from, ...flags])
      server.stdout?.resume()
      server.stderr?.resume()
      servers.add(server)
      let hasEnded = false
      server.once('exit', () => {
        hasEnded = true
        servers.delete(server)
      })
      await until('the server answers or gives up', async () => hasEnded || (await answers(urlAt(at).href)))
      // Processes of a killed server hold its port and memory for a moment.
      if (!hasEnded) return server
    }
  }

  // The bundled server's WAL lacks what a replica needs.
  let data = files.data
  let primary = await start(data, port)
  await end(primary, 'SIGINT')
  copy(data, replicaData)
  primary = await start(data, port)
  let replica: ChildProcess | null = null

  return {
    url,
    replicaUrl: urlAt(replicaPort).href,
    async startReplica() {
      writeFileSync(path.join(replicaData, 'standby.signal'), '')
      const { username: user, password, hostname: host } = urlAt(port)
      const primary_conninfo = `host=${host} port=${port} user=${user} password=${password}`
      replica = await start(replicaData, replicaPort, { primary_conninfo })
      const streaming = "select 1 from pg_stat_replication where state = 'streaming'"
      await until('the replica streams', async () => (await ask(url, streaming)).length > 0)
    },
    holdBack: () => end(replica!, 'SIGINT'),
    async failOver() {
      await end(primary, 'SIGKILL')
      data = replicaData
      primary = await start(data, port)
      await ask(url, 'select pg_promote()')
    },
    async copyFiles() {
      await end(primary, 'SIGKILL')
      copy(data, copiedData)
      primary = await start(data, port)
    },
    async putBack() {
      await end(primary, 'SIGINT')
      data = copiedData
      primary = await start(data, port)
    },
  }
}

function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
  rmSync(path.join(to, 'postmaster.pid'), { force: true })
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const answers = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )
