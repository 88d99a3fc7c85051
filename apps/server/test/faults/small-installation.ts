import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathOf } from '@goldpan/contract/route'
import pg from 'pg'
import { DATABASE, SUPERUSER } from '../../src/db/bundled/cluster.ts'
import { hashToken } from '../../src/features/accounts/sessions.ts'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import type { Customer } from '../harness.ts'

/** A connection to the bundled database in this folder. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const folder = path.join(dataDir, 'postgres')
  const port = readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  const client = new pg.Client(`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`)
  await client.connect()
  return client
}

/** Somebody with a session, put in place behind the program's back; answers the session's token. */
export async function signIn(dataDir: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const client = await connectTo(dataDir)
  const { rows } = await client.query<{ id: string }>(
    `insert into users (email, first_name, last_name, password_hash, subscription_plan, email_confirmed_at, created_at)
     values ('ada@disk.example', 'Ada', 'Pan', 'none', 'premium', now(), now()) returning id`,
  )
  await client.query(
    'insert into sessions (user_id, token_hash, created_at, used_at) values ($1, $2, now(), now())',
    [rows[0]!.id, hashToken(token)],
  )
  await client.end()
  return token
}

/** Calls routes of the contract over the network. */
export function callerAt(url: () => string, token: string): Pick<Customer, 'call'> {
  const call: Customer['call'] = async (route, ...input) => {
    const { params, query, body } = (input[0] ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(url() + pathOf(route.path, params) + search, {
      method: route.method,
      headers: { cookie: `${SESSION_COOKIE}=${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json().catch(() => null)) as never
    return { status: response.status, answer, refusal: answer, headers: Object.fromEntries(response.headers) }
  }
  return { call }
}
