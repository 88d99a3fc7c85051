import pg from 'pg'
import { DatabaseClient, readConnection, WRITABLE } from './connection.ts'
import type { OpenDatabase } from './database.ts'
import { StartUpError } from './start-up-error.ts'

/** Knows `on delete set null (column)`. */
const OLDEST = 15

interface Server {
  version: number
  writable: boolean
  /** In milliseconds, as this connection has it. */
  time_limit: number
  /** Differs between servers, and between databases of one. */
  identity: string
}

const SERVER = `
  select current_setting('server_version_num')::integer / 10000 as version, (${WRITABLE}),
    (select setting from pg_settings where name = 'statement_timeout')::integer as time_limit,
    pg_postmaster_start_time()::text || current_database() as identity`

/**
 * Connects to a database and checks that Goldpan can work with it.
 * @throws StartUpError with a sentence for everything that an address or a server can have wrong
 */
export async function checkDatabase(database: OpenDatabase): Promise<void> {
  const hasPooler = database.direct !== database.pool
  const direct = await readServer(database.direct, hasPooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  if (!hasPooler) return
  const pooled = await readServer(database.pool, 'DATABASE_URL')
  if (pooled.identity !== direct.identity)
    throw new StartUpError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or servers. Please set both to the same one. Nothing was changed.',
    )
}

async function readServer(pool: pg.Pool, setting: string): Promise<Server> {
  const { rows } = await pool.query<Server>(SERVER).catch((error: unknown) => {
    throw explainFault(error, setting) ?? error
  })
  const server = rows[0]!
  if (server.version < OLDEST)
    throw new StartUpError(
      `The database is PostgreSQL ${server.version}, but Goldpan needs ${OLDEST} or newer. Nothing was changed.`,
    )
  if (!server.writable) throw new StartUpError(readOnly(setting))
  // A pooler that ignores what connections ask for when they start.
  const asked = (pool.options as pg.PoolConfig).statement_timeout
  if (asked && server.time_limit !== asked) throw new StartUpError(pooler(setting))
  return server
}

const NOTHING = 'Nothing was changed.'

const pooler = (setting: string) =>
  setting === 'DATABASE_URL'
    ? `DATABASE_URL leads to a pooler such as PgBouncer. Please set DATABASE_DIRECT_URL, too, to the address of PostgreSQL itself; see docs/managed-databases.md. ${NOTHING}`
    : `${setting} leads to a pooler such as PgBouncer, but it must be the address of PostgreSQL itself. ${NOTHING}`

const readOnly = (setting: string) =>
  `The database takes no changes: it is read-only, as a standby is. Please set ${setting} to the primary. ${NOTHING}`

const noAnswer = (setting: string) =>
  `The database does not answer. Please check the host and port of ${setting} and that the server runs. ${NOTHING}`

const unknownHost = (setting: string) =>
  `The host name of ${setting} is not known here. Please check its spelling and DNS. ${NOTHING}`

const badLogin = (setting: string) => `The database refused the user or password of ${setting}. ${NOTHING}`

const unknownAuthority = (setting: string) =>
  `The certificate of the database is signed by an authority that this machine doesn't trust. Please name its authority's certificate in ${setting}: sslmode=verify-full&sslrootcert=<file>. Or use sslmode=no-verify, which encrypts without checking who answers. ${NOTHING}`

const tooMany = () =>
  `The database accepts no more connections. Please raise its max_connections (or the pooler's max_client_conn), or lower DATABASE_CONNECTIONS of some processes. ${NOTHING}`

const noDatabase = (setting: string) =>
  `The database named in ${setting} does not exist. Please create it first. ${NOTHING}`

type Sentence = (setting: string, message: string) => string

const BY_CODE: Record<string, Sentence> = {
  ECONNREFUSED: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  ENOENT: noAnswer,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  '28P01': badLogin,
  '28000': badLogin,
  '3D000': noDatabase,
  '53300': tooMany,
  '25006': readOnly,
  '42501': (setting, message) =>
    `The user of ${setting} lacks a right (${message}). It must own the database and the tables in it; PostgreSQL lets nobody else create tables in the schema public. See docs/managed-databases.md. ${NOTHING}`,
  '53100': () =>
    'The disk is full, so the database could not be prepared. Free some space and start again; nothing was damaged.',
  '57P03': () => `The database is starting or stopping. Please try again in a moment. ${NOTHING}`,
  CERT_HAS_EXPIRED: () => `The certificate of the database has expired. Please renew it. ${NOTHING}`,
  CERT_NOT_YET_VALID: () =>
    `The certificate of the database is not valid yet. Please check it and the clocks of both machines. ${NOTHING}`,
  ERR_TLS_CERT_ALTNAME_INVALID: (setting) =>
    `The certificate of the database is for another name than the host of ${setting}. Please use the name in the certificate, or sslmode=verify-ca with sslrootcert=<file>, which checks only who signed it. ${NOTHING}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
}

/** Errors without a code of their own: those of pg, and of PgBouncer, which reports every error as a protocol violation. */
const BY_MESSAGE: [RegExp, Sentence][] = [
  [
    /no encryption|SSL off|SSL required|connection is insecure/i,
    (setting) =>
      `The database takes only encrypted connections from here. Please add ?sslmode=verify-full to ${setting} (with &sslrootcert=<file> for a private authority). ${NOTHING}`,
  ],
  [
    /no pg_hba\.conf entry/,
    (setting) =>
      `PostgreSQL's pg_hba.conf doesn't admit this machine's address, or the user or database of ${setting}. ${NOTHING}`,
  ],
  [
    /does not support SSL|establishing an SSL/,
    (setting) =>
      `The database offers no TLS, which sslmode of ${setting} demands. Please turn it on there, or use sslmode=disable in a network that nobody else can read. ${NOTHING}`,
  ],
  [/unsupported (startup parameter|pkt)/, pooler],
  [/no such database/, noDatabase],
  [/no such user|authentication failed|SASL/, badLogin],
  [/no more connections allowed|too many (clients|connections)/, tooMany],
  [
    /server login|query_wait_timeout|server conn crashed/,
    (setting) =>
      `The pooler of ${setting} doesn't reach PostgreSQL. Please check its configuration and log. ${NOTHING}`,
  ],
  [
    /password must be a (non-empty )?string/,
    (setting) => `The database asks for a password, and ${setting} has none. ${NOTHING}`,
  ],
  [/timeout|terminated unexpectedly|ECONNRESET|EPIPE/, noAnswer],
  [
    /wrong version number|SSL routines|EPROTO|TLS connection was established/,
    (setting) =>
      `The TLS connection to the database of ${setting} failed: the server offers no TLS version that this machine accepts, or wants a client certificate (sslcert, sslkey). ${NOTHING}`,
  ],
]

/** Turns an error of connecting into a sentence. Null if it is of another kind. */
export function explainFault(error: unknown, setting: string): StartUpError | null {
  if (error instanceof StartUpError) return error
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  const isStatement = error instanceof pg.DatabaseError && !/^(08|28|3D|53)/.test(code)
  const [, byMessage] = (isStatement ? null : BY_MESSAGE.find(([pattern]) => pattern.test(message))) ?? []
  const sentence = byMessage ?? BY_CODE[code]
  return sentence ? new StartUpError(sentence(setting, message)) : null
}

/**
 * Opens a session for a tool.
 * @param setting the name of the setting that has the address
 * @throws StartUpError with a sentence if it can't
 */
export async function openSession(
  url: string,
  application_name: string,
  setting = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new DatabaseClient({ ...readConnection(url, setting), application_name })
  try {
    await client.connect()
    return client
  } catch (error) {
    throw explainFault(error, setting) ?? error
  }
}
