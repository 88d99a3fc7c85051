import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '../../../test/harness.ts'
import type { Db } from '../../db/database.ts'
import { systemClock } from '../clock/system.ts'
import { createPgBossJobs } from '../jobs/pg-boss.ts'
import { defineJob } from '../jobs/port.ts'
import { createAesVault, keysOfText } from './aes-vault.ts'
import { openVault } from './open-vault.ts'
import type { Vault } from './port.ts'
import { type Rotated, rotateSecrets } from './rotate-secrets.ts'

const OLD = 'the key of this installation, long enough'
const NEW = 'the key that replaces it, also long enough'

const { app, alice, query } = await startTestApp()
const folder = await mkdtemp(join(tmpdir(), 'rotate-secrets-'))
afterAll(() => rm(folder, { recursive: true }))

let folders = 0
const newFolder = () => join(folder, String(++folders))

interface Keys {
  secretKey?: string | null
  previousKey?: string | null
  dataDir?: string
}

const depsOf = ({ secretKey = null, previousKey = null, dataDir = newFolder() }: Keys) => ({
  db: app.database.db,
  clock: systemClock,
  secretKey,
  previousKey,
  dataDir,
})
/** A starting process. */
const start = (keys: Keys) => openVault(depsOf(keys))
const rotate = (keys: Keys = { secretKey: NEW, previousKey: OLD }): Promise<Rotated> =>
  rotateSecrets(depsOf(keys), async () => undefined)

const nothing: Rotated = { resealed: 0, left: 0, unreadable: 0 }
const opens = (vault: Vault, purpose: string, sealed: string) => vault.open(purpose, sealed)

beforeEach(() =>
  query('truncate key_check, dkim_keys, sender_mailboxes, mailboxes, mailbox_sign_ins cascade'),
)

/** A secret in each column. Returns how many. */
async function storeSecrets(vault: Vault): Promise<number> {
  const password = await vault.seal('sender-mailbox', 'swordfish')
  await query(
    "insert into dkim_keys (domain, selector, sealed_key, created_at) values ('a.example', 'g', $1, now())",
    [await vault.seal('dkim-key', 'private')],
  )
  for (const [address, sealed] of [
    ['a@own.example', password],
    ['removed@own.example', ''],
  ])
    await query(
      `insert into mailboxes (owner_id, kind, address, account, smtp, sealed_secret, reads, connected_at, updated_at)
       values ($1, 'password', $2, $2, $4, $3, 'nothing', now(), now())`,
      [alice.id, address, sealed, { host: 'mail.own.example', port: 465, security: 'tls', username: 'a' }],
    )
  await query(
    `insert into sender_mailboxes (owner_id, address, host, port, security, username, sealed_password, updated_at)
     values ($1, 'a@own.example', 'mail.own.example', 465, 'tls', 'a', $2, now())`,
    [alice.id, password],
  )
  await query(
    `insert into mailbox_sign_ins (owner_id, user_id, session_id, provider, state_hash, sealed_verifier, reads, started_at)
     select $1, $1, id, 'google', 'hash', $2, 'nothing', now() from sessions where user_id = $1 limit 1`,
    [alice.id, await vault.seal('mailbox-sign-in', 'verifier')],
  )
  return 4
}

/** Every stored secret, opened. */
async function readSecrets(vault: Vault): Promise<string[]> {
  const rows = await query<{ purpose: string; sealed: string }>(
    `select 'dkim-key' as purpose, sealed_key as sealed from dkim_keys
     union all select 'sender-mailbox', sealed_secret from mailboxes where sealed_secret <> ''
     union all select 'sender-mailbox', sealed_password from sender_mailboxes
     union all select 'mailbox-sign-in', sealed_verifier from mailbox_sign_ins`,
  )
  return Promise.all(rows.map(({ purpose, sealed }) => vault.open(purpose, sealed)))
}

const SECRETS = ['private', 'swordfish', 'swordfish', 'verifier']

test('a rolling change of the key: at each step, every process that runs opens what the others seal', async () => {
  const old = await start({ secretKey: OLD })
  const stored = await storeSecrets(old)

  // Restarted one by one with both keys, beside those with the old key alone.
  const both = await start({ secretKey: NEW, previousKey: OLD })
  expect(await readSecrets(both)).toEqual(SECRETS)
  expect(await opens(old, 'x', await both.seal('x', 'of the new process'))).toBe('of the new process')
  expect(await opens(both, 'x', await old.seal('x', 'of the old process'))).toBe('of the old process')
  const alsoBoth = await start({ secretKey: NEW, previousKey: OLD })

  expect(await rotate()).toEqual({ ...nothing, resealed: stored })

  const alone = createAesVault(keysOfText(NEW)[0])
  // Within about a second, each seals with the new key.
  await expect
    .poll(async () => opens(alone, 'x', await both.seal('x', 'later')).catch(() => 'the old key'))
    .toBe('later')
  expect(await opens(alsoBoth, 'x', await both.seal('x', 'shared'))).toBe('shared')

  // Restarted one by one with the new key alone.
  const last = await start({ secretKey: NEW })
  expect(await readSecrets(last)).toEqual(SECRETS)
  expect(await opens(both, 'x', await last.seal('x', 'of the last'))).toBe('of the last')
  expect(await opens(last, 'x', await both.seal('x', 'of both'))).toBe('of both')
  await expect(start({ secretKey: OLD })).rejects.toThrow('SECRET_KEY is not the key')
  expect(await rotate()).toEqual(nothing)
})

test('what a slow process stores with the old key after a rotation is found by the next one', async () => {
  await start({ secretKey: OLD })
  await rotate()
  const slow = createAesVault(keysOfText(OLD)[0])
  const stored = await storeSecrets(slow)
  expect(await readSecrets(await start({ secretKey: NEW, previousKey: OLD }))).toEqual(SECRETS)
  expect(await rotate()).toEqual({ ...nothing, resealed: stored })
  expect(await rotate()).toEqual(nothing)
})

test('a refresh token that is being spent is left for the next run, so that its successor isn’t lost', async () => {
  const stored = await storeSecrets(await start({ secretKey: OLD }))
  await query("update mailboxes set refreshing_until = now() + interval '1 minute'")
  expect(await rotate()).toEqual({ ...nothing, resealed: stored - 1, left: 1 })
  await query("update mailboxes set refreshing_until = now() - interval '1 minute'")
  expect(await rotate()).toEqual({ ...nothing, resealed: 1 })
})

test('a rotation seals every row of a table larger than one batch', async () => {
  const old = await start({ secretKey: OLD })
  const sealed = await old.seal('dkim-key', 'private')
  await query(
    `insert into dkim_keys (domain, selector, sealed_key, created_at)
     select n || '.example', 'g', $1, now() from generate_series(1, 450) n`,
    [sealed],
  )
  expect(await rotate()).toEqual({ ...nothing, resealed: 450 })
  expect(await rotate()).toEqual(nothing)
})

test('secrets move from one key file to another, and to SECRET_KEY', async () => {
  const dataDir = newFolder()
  const stored = await storeSecrets(await start({ dataDir }))
  const path = join(dataDir, 'secret.key')
  const first = await readFile(path, 'utf8')
  const second = randomBytes(32).toString('hex')

  await writeFile(path, second)
  await expect(start({ dataDir })).rejects.toThrow('is not the one')
  const byFile = await start({ dataDir, previousKey: first })
  const bySetting = await start({ secretKey: second, previousKey: first })
  expect(await rotate({ secretKey: second, previousKey: first })).toEqual({ ...nothing, resealed: stored })
  expect(await readSecrets(byFile)).toEqual(SECRETS)
  expect(await readSecrets(bySetting)).toEqual(SECRETS)
  expect(await readSecrets(await start({ dataDir }))).toEqual(SECRETS)

  expect(await rotate({ secretKey: NEW, previousKey: second })).toEqual({ ...nothing, resealed: stored })
  expect(await readSecrets(await start({ secretKey: NEW }))).toEqual(SECRETS)
})

test('the change can be taken back before and after the rotation', async () => {
  const stored = await storeSecrets(await start({ secretKey: OLD }))
  await start({ secretKey: NEW, previousKey: OLD })
  expect(await readSecrets(await start({ secretKey: OLD }))).toEqual(SECRETS)
  await rotate()
  expect(await rotate({ secretKey: OLD, previousKey: NEW })).toEqual({ ...nothing, resealed: stored })
  expect(await readSecrets(await start({ secretKey: OLD }))).toEqual(SECRETS)
})

test('payloads of jobs are sealed anew, also the secret within one', async () => {
  const dataDir = newFolder()
  const old = await start({ secretKey: OLD, dataDir })
  const seen: string[] = []
  const kind = defineJob({
    name: 'revoke-mailbox',
    isSealed: true,
    payload: z.object({ sealed: z.string() }),
  })
  const jobsOf = (vault: Vault) =>
    createPgBossJobs({
      databaseUrl: app.database.url,
      pool: app.database.pool,
      connections: 2,
      vault,
      onError: (error) => seen.push(String(error)),
    })
  const before = jobsOf(old)
  before.handle(kind, async () => undefined)
  await before.start({ work: false })
  await before.enqueue(app.database.db as Db, kind, { sealed: await old.seal('sender-mailbox', 'token') })
  await before.stop()

  expect(await rotate()).toEqual({ ...nothing, resealed: 1 })
  const last = await start({ secretKey: NEW })
  const after = jobsOf(last)
  after.handle(kind, async ({ sealed }) => void seen.push(await last.open('sender-mailbox', sealed)))
  await after.start({ work: true })
  await expect.poll(() => seen).toEqual(['token'])
  await after.stop()
})

test('secrets of neither key are counted and stay; without a previous key, or with wrong ones, nothing changes', async () => {
  await start({ secretKey: OLD })
  await storeSecrets(createAesVault(keysOfText('some key that nobody knows any more')[0]))
  const before = await query('select sealed_key from dkim_keys')
  expect(await rotate()).toEqual({ ...nothing, unreadable: 4 })
  expect(await query('select sealed_key from dkim_keys')).toEqual(before)

  await expect(rotate({ secretKey: NEW })).rejects.toThrow('Set SECRET_KEY_PREVIOUS')
  const check = await query('select sealed from key_check')
  const foreign = 'some key that nobody knows any more'
  await expect(rotate({ secretKey: foreign, previousKey: foreign })).rejects.toThrow('Neither')
  await expect(start({ secretKey: foreign, previousKey: foreign })).rejects.toThrow('Neither the key')
  await expect(start({ secretKey: NEW, previousKey: 'short' })).rejects.toThrow(
    'The setting SECRET_KEY_PREVIOUS has 5',
  )
  expect(await query('select sealed from key_check')).toEqual(check)
})

test('npm run admin -- rotate-secrets says what is left to do, and when the previous key can be removed', async () => {
  await storeSecrets(await start({ secretKey: OLD }))
  const first = await runAdmin({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/^Resealed with the new key: 4 secrets\. Run this again in five minutes/)
  const second = await runAdmin({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD })
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.out).toContain('Remove SECRET_KEY_PREVIOUS')
  expect(await query("select operator, reason from operator_acts where act = 'rotate-secrets'")).toEqual([
    { operator: expect.stringContaining('(terminal)'), reason: 'An employee left' },
  ])
})

async function runAdmin(environment: Record<string, string>) {
  const program = join(import.meta.dirname, '../../admin-cli.ts')
  const child = spawn(process.execPath, [program, 'rotate-secrets', '--reason', 'An employee left'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: app.database.url, ...environment },
  })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

test('the rotation is recorded once, in the transaction that replaces the check value', async () => {
  await start({ secretKey: OLD })
  const check = await query('select sealed from key_check')
  const failing = rotateSecrets(depsOf({ secretKey: NEW, previousKey: OLD }), async () => {
    throw new Error('not recorded')
  })
  await expect(failing).rejects.toThrow('not recorded')
  expect(await query('select sealed from key_check')).toEqual(check)
  let records = 0
  for (let run = 0; run < 2; run++)
    await rotateSecrets(depsOf({ secretKey: NEW, previousKey: OLD }), async () => void records++)
  expect(records).toBe(1)
})
