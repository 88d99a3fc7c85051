import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { systemClock } from '../clock/system.ts'
import { createAesVault, keysOfText } from './aes-vault.ts'
import { forgetSealed, openVault } from './open-vault.ts'
import { SEALED_COLUMNS } from './rotation.store.ts'

const KEY = 'the key of this installation, long enough'
const OTHER = 'the key of another installation, long enough'

const vault = createAesVault(keysOfText(KEY)[0])
const { app, alice, query } = await startTestApp({ ports: { vault } })
const folder = await mkdtemp(join(tmpdir(), 'open-vault-'))
afterAll(() => rm(folder, { recursive: true }))

let folders = 0
const newFolder = () => join(folder, String(++folders))

/** A starting process: with SECRET_KEY, or with the key in its data folder. */
const start = ({
  secretKey = null,
  dataDir = newFolder(),
}: {
  secretKey?: string | null
  dataDir?: string
}) => openVault({ db: app.database.db, clock: systemClock, secretKey, dataDir })

const storeSigningKey = async () =>
  query(
    "insert into dkim_keys (domain, selector, sealed_key, created_at) values ('a.example', 'g', $1, now())",
    [await vault.seal('dkim-key', 'private')],
  )

beforeEach(() => query('truncate key_check, dkim_keys, sender_mailboxes, mailboxes cascade'))

test('of two concurrent first starts with different keys, one claims the database and the other is refused', async () => {
  const outcomes = await Promise.allSettled([start({}), start({}), start({}), start({ secretKey: KEY })])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason.message).toContain('SECRET_KEY')
  expect(await query('select 1 from key_check')).toHaveLength(1)
})

test('two first starts in one folder share the key', async () => {
  const dataDir = newFolder()
  const [one, two] = await Promise.all([start({ dataDir }), start({ dataDir })])
  expect(await two.open('x', await one.seal('x', 'shared'))).toBe('shared')
})

test('a wrong SECRET_KEY is refused with a sentence, and the right one works', async () => {
  await start({ secretKey: KEY })
  await expect(start({ secretKey: OTHER })).rejects.toThrow(
    /SECRET_KEY is not the key.*secret\.key.*Nothing was/,
  )
  const again = await start({ secretKey: KEY })
  expect(await again.open('x', await vault.seal('x', 'kept'))).toBe('kept')
})

test('a lost key file is reported and not replaced; put back, it works', async () => {
  const dataDir = newFolder()
  const path = join(dataDir, 'secret.key')
  await start({ dataDir })
  const key = await readFile(path, 'utf8')
  await rm(path)
  await expect(start({ dataDir })).rejects.toThrow(`The key file ${path} is missing`)
  await expect(readFile(path)).rejects.toThrow('ENOENT')
  await writeFile(path, 'ab'.repeat(32))
  await expect(start({ dataDir })).rejects.toThrow(/secret\.key is not the one.*SECRET_KEY/)
  await writeFile(path, `${key}\n`)
  await start({ dataDir })
})

test('the content of the first machine’s key file works as SECRET_KEY on others', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir })
  const secretKey = await readFile(join(dataDir, 'secret.key'), 'utf8')
  const second = await start({ secretKey })
  expect(await second.open('x', await first.seal('x', 'shared'))).toBe('shared')
})

test('without a check value, the key is checked against stored secrets', async () => {
  await storeSigningKey()
  await expect(start({ secretKey: OTHER })).rejects.toThrow('SECRET_KEY is not the key')
  await expect(start({})).rejects.toThrow(/The key file .* is missing/)
  await start({ secretKey: KEY })
  await expect(start({ secretKey: OTHER })).rejects.toThrow('SECRET_KEY is not the key')
})

test('every column with sealed secrets is known to a change of the key', async () => {
  const columns = await query(
    "select table_name || '.' || column_name as name from information_schema.columns where column_name like 'sealed%' order by 1",
  )
  const rotated = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  expect(columns.map(({ name }) => name)).toEqual([...rotated, 'key_check.sealed'].toSorted())
})

test('secrets of a lost key are given up only on request, and never while the key is right', async () => {
  await storeSigningKey()
  await query(
    `insert into mailboxes (owner_id, kind, address, account, smtp, sealed_secret, reads, connected_at, updated_at)
     values ($1, 'password', 'a@own.example', 'a', $3, $2, 'nothing', now(), now())`,
    [
      alice.id,
      await vault.seal('sender-mailbox', 'swordfish'),
      { host: 'mail.own.example', port: 465, security: 'tls', username: 'a' },
    ],
  )
  const place = (secretKey: string) => ({
    db: app.database.db,
    clock: systemClock,
    secretKey,
    dataDir: newFolder(),
  })
  expect(await forgetSealed(place(KEY))).toBe(false)
  expect(await query('select 1 from dkim_keys')).toHaveLength(1)

  await expect(forgetSealed(place('short'))).rejects.toThrow('at least 32')
  expect(await query('select 1 from dkim_keys')).toHaveLength(1)

  expect(await forgetSealed(place(OTHER))).toBe(true)
  await start({ secretKey: OTHER })
  expect(await query('select 1 from dkim_keys')).toEqual([])
  expect(await query('select sealed_secret, state from mailboxes')).toEqual([
    { sealed_secret: '', state: 'needs_login' },
  ])
  expect((await alice.call(senderMailboxRoutes.test)).refusal.message).toBe(
    'Please enter the password of the mailbox',
  )
})
