import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import pg from 'pg'
import { StartUpError } from './start-up-error.ts'

interface Host {
  host: string
  port: number
}

/** How to reach a database, for a pool or a client. */
export interface Connection extends pg.ClientConfig {
  connectionString: string
  /** If the address names several: connections go to the first that takes changes. */
  hosts?: Host[]
}

/** The scheme, the user with password, the hosts, and the rest. */
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(.*)$/s

/**
 * Reads an address such as `postgres://user:password@host1,host2:5433/database?sslmode=verify-full`.
 * @throws StartUpError with a sentence that names the setting and doesn't contain the address
 */
export function readConnection(address: string, setting = 'DATABASE_URL'): Connection {
  // Sockets of this machine, as pg knows them.
  if (address.startsWith('/') || address.startsWith('socket:')) return { connectionString: address }
  const [, scheme, user = '', names = '', rest = ''] = URL_PARTS.exec(address) ?? []
  const hosts = names === '' ? [] : names.split(',').map(readHost)
  const url = parse(`${scheme}${user}${names.split(',')[0]}${rest}`)
  if (!scheme || !url || hosts.includes(null))
    throw new StartUpError(
      `${setting} must be an address such as postgres://user:password@host:5432/database. In a password, characters such as @ : / ? # % are written as %40 %3A %2F %3F %23 %25. Nothing was started.`,
    )
  const options = url.searchParams
  const session = options.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary', 'any'].includes(session))
    throw new StartUpError(
      `${setting} has target_session_attrs=${session}, but Goldpan needs a server that takes changes: read-write. Nothing was started.`,
    )
  const wait = options.get('connect_timeout')
  if (wait !== null && !/^[1-9]\d{0,3}$/.test(wait))
    throw new StartUpError(
      `${setting} has connect_timeout=${wait}, but it must be a whole number of seconds from 1 to 9999. Nothing was started.`,
    )
  const ssl = readTls(options, setting, hosts[0]?.host ?? '')
  for (const name of ['target_session_attrs', 'connect_timeout', 'ssl', ...TLS_OPTIONS]) options.delete(name)
  return {
    connectionString: url.href,
    ...(wait !== null && { connectionTimeoutMillis: Number(wait) * 1000 }),
    ...(ssl !== undefined && { ssl }),
    ...(hosts.length > 1 && { hosts: hosts.flatMap((host) => host ?? []) }),
  }
}

function parse(text: string): URL | null {
  try {
    const url = new URL(text)
    // pg decodes these, and a lone % can't be.
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return url
  } catch {
    return null
  }
}

function readHost(text: string): Host | null {
  const [, host, port = '5432'] = /^(\[[\da-f:.]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return host ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null
}

const TLS_OPTIONS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat']

/** Stricter than libpq: `require` checks the certificate as `verify-full` does, and no mode goes on without TLS. */
function readTls(options: URLSearchParams, setting: string, host: string): pg.ClientConfig['ssl'] {
  const mode = options.get('sslmode') ?? (options.has('sslrootcert') ? 'verify-full' : null)
  if (mode === null) return /^(true|1)$/.test(options.get('ssl') ?? '') ? true : undefined
  if (mode === 'disable') return false
  if (!['require', 'verify-ca', 'verify-full', 'no-verify'].includes(mode))
    throw new StartUpError(
      `${setting} has sslmode=${mode}, but it must be one of disable, no-verify, require, verify-ca, verify-full. Nothing was started.`,
    )
  const read = (name: string) => readPem(options.get(name), `${name} of ${setting}`)
  const [ca, cert, key] = [read('sslrootcert'), read('sslcert'), read('sslkey')]
  if (mode === 'verify-ca' && ca === undefined)
    throw new StartUpError(
      `${setting} has sslmode=verify-ca, which needs sslrootcert=<file>: any public authority would be trusted for any name. Nothing was started.`,
    )
  return {
    // For addresses, pg passes no name to check.
    ...(isIP(host) && { host }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(mode === 'no-verify' && { rejectUnauthorized: false }),
  }
}

function readPem(path: string | null, name: string): string | undefined {
  if (!path || path === 'system') return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartUpError(
      `The file ${path}, ${name}, can't be read (${(error as NodeJS.ErrnoException).code}). Nothing was started.`,
    )
  }
}

/** How long one of several hosts may take to answer. */
const PROBE_MS = 3000

/** A client that knows several hosts. */
export class DatabaseClient extends pg.Client {
  readonly #connection: Connection

  constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
  }

  override connect(...given: unknown[]): never {
    const [done] = given as [((error: unknown) => void)?]
    const connected = this.#choose().then(() => super.connect())
    if (done) connected.then(() => done(null), done)
    return (done ? undefined : connected) as never
  }

  /** Asks each time, so that a connection after a failover goes to the new primary. */
  async #choose(): Promise<void> {
    const { hosts } = this.#connection
    if (!hosts) return
    let failure: unknown = null
    let isReadOnly = false
    for (const { host, port } of hosts) {
      const probe = new pg.Client({ ...this.#connection, connectionTimeoutMillis: PROBE_MS })
      Object.assign(probe, { host, port })
      Object.assign(this, { host, port })
      try {
        if (await isWritable(probe)) return
        isReadOnly = true
      } catch (error) {
        failure = error
      }
    }
    throw isReadOnly
      ? Object.assign(new Error('None of the hosts takes changes'), { code: '25006' })
      : failure
  }
}

/** A standby answers, but takes no changes. */
export const WRITABLE = "select current_setting('transaction_read_only') = 'off' as writable"

async function isWritable(probe: pg.Client): Promise<boolean> {
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    const { rows } = await probe.query<{ writable: boolean }>(WRITABLE)
    return rows[0]?.writable ?? false
  } finally {
    await probe.end().catch(() => undefined)
  }
}
