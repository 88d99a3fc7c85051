import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase, withClient } from '../../test/empty-database.ts'
import { findFreePort } from '../../test/faults/free-port.ts'
import { startPgBouncer } from '../../test/pgbouncer.ts'
import { type BundledPostgres, startBundledPostgres } from './bundled/bundled-postgres.ts'
import { DatabaseClient, readConnection } from './connection.ts'
import { openDatabase } from './database.ts'
import { checkDatabase, explainFault } from './first-connection.ts'
import { migrate } from './migrate.ts'

/** Starts as the application does. Returns 'works', or the sentence that it ends with. */
async function start(url: string, directUrl?: string): Promise<string> {
  try {
    const database = openDatabase(url, { max: 2, directUrl: directUrl ?? null })
    try {
      await checkDatabase(database)
      return 'works'
    } finally {
      await database.close()
    }
  } catch (error) {
    const { name, message } = error as Error
    return name === 'StartUpError' ? message : `A dump: ${(error as Error).stack}`
  }
}

const server = inject('postgresUrl')
const changed = (change: (url: URL) => void, from = server) => {
  const url = new URL(from)
  change(url)
  return url.href
}

test.each([
  ['nothing', 'must be an address such as'],
  ['https://example.com/x', 'must be an address such as'],
  ['postgres://user:tu#lip@host/database', 'written as %40'],
  ['postgres://user:tu%lip@host/database', 'written as %40'],
  ['postgres://user:tulip@host:port/database', 'must be an address such as'],
  ['postgres://user:tulip@one,/database', 'must be an address such as'],
  ['postgres://host/x?sslmode=prefer', 'sslmode=prefer, but it must be one of'],
  ['postgres://host/x?sslmode=verify-ca', 'which needs sslrootcert'],
  ['postgres://host/x?sslmode=verify-full&sslrootcert=/none.pem', 'The file /none.pem, sslrootcert of'],
  ['postgres://one,two/x?target_session_attrs=standby', 'needs a server that takes changes'],
  [
    'postgres://host/x?connect_timeout=soon',
    'connect_timeout=soon, but it must be a whole number of seconds',
  ],
])('an address that can’t be read is refused without showing it: %s', (address, sentence) => {
  expect(() => readConnection(address)).toThrow(sentence)
  expect(() => readConnection(address)).toThrow(/Nothing was started\.$/)
  expect(() => readConnection(address)).not.toThrow(/lip/)
})

test('an address of one host is passed on as it is, apart from TLS', () => {
  const address = 'postgres://user:p%40ss@host:5433/database?application_name=mine'
  expect(readConnection(address)).toEqual({ connectionString: address })
  expect(readConnection(`${address}&sslmode=no-verify`)).toEqual({
    connectionString: address,
    ssl: { rejectUnauthorized: false },
  })
  expect(readConnection('postgres://%2Frun%2Fpostgresql/x').connectionString).toContain('%2Frun%2Fpostgresql')
  expect(readConnection('postgres:///x?host=/run/postgresql').connectionString).toContain('host=')
})

test('connect_timeout is how long a process waits for a connection', async () => {
  const address = 'postgres://user:tulip@host/database'
  expect(readConnection(`${address}?connect_timeout=60`)).toEqual({
    connectionString: address,
    connectionTimeoutMillis: 60_000,
  })
  const { pool, close } = openDatabase(
    changed((url) => url.searchParams.set('connect_timeout', '1')),
    { max: 1 },
  )
  const taken = await pool.connect()
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect')
  taken.release()
  await close()
})

test('several hosts are read with their ports', () => {
  const { connectionString, hosts } = readConnection(
    'postgres://user:tulip@one,two:5433,[::1]:5434/x?target_session_attrs=read-write',
  )
  expect(connectionString).toBe('postgres://user:tulip@one/x')
  expect(hosts).toEqual([
    { host: 'one', port: 5432 },
    { host: 'two', port: 5433 },
    { host: '::1', port: 5434 },
  ])
})

describe('an error of connecting is a sentence', () => {
  test('host, port, password, user and database', async () => {
    const port = String(await findFreePort())
    expect(await start(changed((url) => (url.port = port)))).toMatch(
      /^The database does not answer\. .*host and port/,
    )
    expect(await start(changed((url) => (url.hostname = 'none.invalid')))).toMatch(
      /^The host name of DATABASE_URL/,
    )
    expect(await start(changed((url) => (url.password = 'wrong')))).toMatch(/refused the user or password/)
    expect(await start(changed((url) => (url.password = '')))).toMatch(/asks for a password|refused the user/)
    expect(await start(changed((url) => (url.username = 'nobody')))).toMatch(/refused the user or password/)
    expect(await start(changed((url) => (url.pathname = '/none')))).toMatch(
      /named in DATABASE_URL does not exist/,
    )
  })

  test('another program at the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = String((other.address() as AddressInfo).port)
    expect(await start(changed((url) => (url.port = port)))).toMatch(/^The database does not answer/)
  })

  test('no connection left, at the server and at a pooler', async () => {
    const direct = await emptyDatabase()
    const name = new URL(direct).pathname.slice(1)
    const role = `limited_${name}`
    await withClient(server, (client) =>
      client.query(`create role ${role} login password 'x' connection limit 0`),
    )
    onTestFinished(() => withClient(server, async (client) => void (await client.query(`drop role ${role}`))))
    const limited = changed((url) => Object.assign(url, { username: role, password: 'x' }), direct)
    expect(await start(limited)).toMatch(/accepts no more connections/)
    const { url } = await startPgBouncer(direct, { max_client_conn: 1 })
    await withClient(url, async () => {
      expect(await start(url, direct)).toMatch(/accepts no more connections/)
    })
  })

  test('a standby', async () => {
    const url = await emptyDatabase()
    const name = new URL(url).pathname.slice(1)
    await withClient(server, (client) =>
      client.query(`alter database ${name} set default_transaction_read_only = on`),
    )
    expect(await start(url)).toMatch(/^The database takes no changes: it is read-only/)
  })

  test('a role that may not create tables', async () => {
    const url = await emptyDatabase()
    const role = `ordinary_${new URL(url).pathname.slice(1)}`
    await withClient(url, async (client) => {
      await client.query(`create role ${role} login password 'x'`)
      await client.query('revoke create on schema public from public')
    })
    onTestFinished(() =>
      withClient(
        url,
        async (client) => void (await client.query(`drop owned by ${role}; drop role ${role}`)),
      ),
    )
    const database = openDatabase(
      changed((at) => Object.assign(at, { username: role, password: 'x' }), url),
      { max: 1 },
    )
    onTestFinished(() => database.close())
    await checkDatabase(database)
    const failing = migrate(database.direct, '2026-03-02T09:00:00.000Z').catch((error: unknown) => {
      throw explainFault(error, 'DATABASE_URL') ?? error
    })
    await expect(failing).rejects.toThrow(
      /^The user of DATABASE_URL lacks a right \(permission denied for .*own the database/,
    )
  })
})

describe('with TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goldpan-tls-'))
  chmodSync(folder, 0o755)
  const pem = (name: string) => path.join(folder, `${name}.pem`)
  const key = (name: string) => path.join(folder, `${name}.key`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  let postgres: BundledPostgres
  let localhost: string

  /** A certificate of our authority, or of its own. */
  function certify(name: string, names: string, { days = 2, isSelfSigned = false } = {}): void {
    const fresh = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      `/CN=${name}`,
    ]
    if (isSelfSigned) {
      openssl('req', '-x509', ...fresh, '-keyout', key(name), '-out', pem(name), '-days', `${days}`)
      return
    }
    openssl('req', ...fresh, '-keyout', key(name), '-out', `${name}.csr`)
    writeFileSync(path.join(folder, 'names'), `subjectAltName=${names}`)
    const authority = ['-CA', pem('authority'), '-CAkey', key('authority'), '-CAcreateserial']
    const rest = ['-days', `${days}`, '-extfile', 'names', '-out', pem(name)]
    openssl('x509', '-req', '-in', `${name}.csr`, ...authority, ...rest)
  }

  /** Lets the server show this certificate to new connections. */
  async function show(name: string): Promise<void> {
    const data = path.join(folder, 'data', 'postgres', 'data')
    const { uid, gid } = statSync(path.join(data, 'PG_VERSION'))
    for (const [from, to] of [
      [pem(name), 'shown.pem'],
      [key(name), 'shown.key'],
    ] as const) {
      copyFileSync(from, path.join(data, to))
      chmodSync(path.join(data, to), 0o600)
      chownSync(path.join(data, to), uid, gid)
    }
    await withClient(postgres.url, async (client) => {
      await client.query("alter system set ssl_cert_file = 'shown.pem'")
      await client.query("alter system set ssl_key_file = 'shown.key'")
      await client.query('alter system set ssl = on')
      await client.query('select pg_reload_conf()')
    })
    // The server reads its certificate again a moment later.
    const shown = () =>
      spawnSync('openssl', ['s_client', '-starttls', 'postgres', '-connect', `127.0.0.1:${postgres.port}`], {
        input: '',
      }).stdout.toString()
    const wanted = readFileSync(pem(name), 'utf8').split('\n')[1]!
    await expect.poll(shown).toContain(wanted)
  }

  const at = (options: string, from = localhost) => `${from}?${options}`

  beforeAll(async () => {
    postgres = await startBundledPostgres({ dataDir: path.join(folder, 'data'), durable: false })
    localhost = changed((url) => (url.hostname = 'localhost'), postgres.url)
    certify('authority', '', { isSelfSigned: true })
    certify('good', 'DNS:localhost,IP:127.0.0.1')
    certify('misnamed', 'DNS:other.example')
    certify('expired', 'DNS:localhost', { days: -1 })
    certify('alone', '', { isSelfSigned: true })
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a server without TLS', async () => {
    expect(await start(at('sslmode=verify-full'))).toMatch(/^The database offers no TLS, which sslmode/)
    expect(await start(at('sslmode=disable'))).toBe('works')
  })

  test('a certificate of a private authority', async () => {
    await show('good')
    const unknown =
      /^The certificate of the database is signed by an authority that this machine doesn't trust.*sslrootcert/
    expect(await start(at('sslmode=require'))).toMatch(unknown)
    expect(await start(at('sslmode=verify-full'))).toMatch(unknown)
    const root = `sslrootcert=${pem('authority')}`
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await start(at(`sslmode=${mode}&${root}`))).toBe('works')
    expect(await start(at(root)), 'a root alone demands TLS').toBe('works')
    expect(await start(at(`sslmode=verify-full&${root}`, postgres.url)), 'by address').toBe('works')
    expect(await start(at(`sslmode=verify-full&sslrootcert=${pem('alone')}`))).toMatch(unknown)
    const { rows } = await withSession(
      at(`sslmode=verify-full&${root}`),
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    expect(rows).toEqual([{ ssl: true }])
  })

  test('a certificate for another name', async () => {
    await show('misnamed')
    const root = `sslrootcert=${pem('authority')}`
    const misnamed = /^The certificate of the database is for another name than the host of DATABASE_URL/
    expect(await start(at(`sslmode=verify-full&${root}`))).toMatch(misnamed)
    expect(await start(at(`sslmode=require&${root}`))).toMatch(misnamed)
    expect(await start(at(`sslmode=verify-full&${root}`, postgres.url))).toMatch(misnamed)
    expect(await start(at(`sslmode=verify-ca&${root}`))).toBe('works')
  })

  test('an expired certificate', async () => {
    await show('expired')
    const root = `sslrootcert=${pem('authority')}`
    for (const mode of ['verify-full', 'verify-ca'])
      expect(await start(at(`sslmode=${mode}&${root}`))).toMatch(
        /^The certificate of the database has expired/,
      )
    expect(await start(at('sslmode=no-verify'))).toBe('works')
  })

  test('a self-signed certificate', async () => {
    await show('alone')
    expect(await start(at('sslmode=verify-full'))).toMatch(
      /^The certificate of the database is signed by an authority/,
    )
    expect(await start(at(`sslmode=verify-ca&sslrootcert=${pem('alone')}`))).toBe('works')
    expect(await start(at('sslmode=no-verify'))).toBe('works')
  })

  test('a server that demands TLS, and one that lets nobody in', async () => {
    const rules = path.join(folder, 'data', 'postgres', 'data', 'pg_hba.conf')
    const before = readFileSync(rules, 'utf8')
    await show('good')
    writeFileSync(rules, 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
    await withSession(postgres.url, 'select pg_reload_conf()')
    await expect
      .poll(() => start(postgres.url))
      .toMatch(/^The database takes only encrypted connections from here/)
    writeFileSync(rules, `hostssl all ${new URL(postgres.url).username} 127.0.0.1/32 scram-sha-256\n`)
    await withSession(at('sslmode=no-verify', postgres.url), 'select pg_reload_conf()')
    const other = changed((url) => (url.username = 'somebody'), at('sslmode=no-verify', postgres.url))
    await expect.poll(() => start(other)).toMatch(/^PostgreSQL's pg_hba\.conf doesn't admit/)
    writeFileSync(rules, before)
    await withSession(at('sslmode=no-verify', postgres.url), 'select pg_reload_conf()')
  })

  test('connections go to the first of several hosts that takes changes, and follow a failover', async () => {
    const other = new URL(server)
    const own = new URL(postgres.url)
    await withSession(postgres.url, `alter role ${own.username} password '${other.password}'`)
    const dead = await findFreePort()
    own.password = other.password
    const hosts = `127.0.0.1:${dead},127.0.0.1:${own.port},127.0.0.1:${other.port}`
    const url = `postgres://${other.username}:${other.password}@${hosts}/postgres?target_session_attrs=read-write`
    const following = openDatabase(url, { max: 2 })
    onTestFinished(() => following.close())
    await checkDatabase(following)
    const port = async () => (await following.pool.query<{ port: string }>('show port')).rows[0]?.port
    expect(await port()).toBe(own.port)
    const setReadOnly = async (value: string) => {
      await withSession(own.href, `alter system set default_transaction_read_only = ${value}`)
      await withSession(own.href, 'select pg_reload_conf()')
    }
    await setReadOnly('on')
    // Noticed by a change, which fails once.
    await expect
      .poll(async () => {
        await following.db
          .transaction((tx) => tx.execute(sql`create table moved (n integer)`))
          .then(() => following.pool.query('drop table moved'))
          .catch(() => undefined)
        return port()
      })
      .toBe(other.port)
    expect(
      await start(
        `postgres://${other.username}:${other.password}@127.0.0.1:${dead},127.0.0.1:${own.port}/postgres`,
      ),
    ).toMatch(/^The database takes no changes/)
    await setReadOnly('off')
  })
})

async function withSession(url: string, statement: string) {
  const client = new DatabaseClient(readConnection(url))
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
