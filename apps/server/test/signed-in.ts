import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { DATABASE, SUPERUSER } from '../src/db/bundled/cluster.ts'
import { hashToken } from '../src/features/accounts/sessions.ts'
import { SENDER_IDENTITY } from './sender-identity.ts'

/** Connects to the bundled database of a data folder. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const folder = path.join(dataDir, 'postgres')
  const port = readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  const client = new pg.Client(`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`)
  await client.connect()
  return client
}

/** Inserts a user with a session, and with a sender identity by default. Returns the session token. */
export async function signIn(
  dataDir: string,
  person = { email: 'ada@disk.example', first_name: 'Ada', plan: 'premium', password_hash: 'none' },
  { hasIdentity = true } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const client = await connectTo(dataDir)
  const { rows } = await client.query<{ user_id: string }>(
    `with person as (
       insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
       values ($1, $2, 'Pan', $3, $4, now(), now()) returning id)
     insert into sessions (user_id, token_hash, created_at, used_at) select id, $5, now(), now() from person
     returning user_id`,
    [person.email, person.first_name, person.password_hash, person.plan, hashToken(token)],
  )
  if (hasIdentity) await client.query(SENDER_IDENTITY, [rows[0]?.user_id])
  await client.end()
  return token
}
