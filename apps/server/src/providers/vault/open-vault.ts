import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { StartUpError } from '../../db/start-up-error.ts'
import { type Clock, isoNow } from '../clock/port.ts'
import { createAesVault, keysOfText, makeKeyFile, readKeyFile } from './aes-vault.ts'
import type { Vault } from './port.ts'
import * as store from './vault.store.ts'

export interface VaultDeps {
  db: Database
  clock: Clock
  /** The setting SECRET_KEY. */
  secretKey: string | null
  dataDir: string
}

class WrongKey extends StartUpError {}

const scope = systemScope('the key belongs to the installation')
const CHECK = { purpose: 'key-check', secret: 'goldpan' }

/**
 * Opens the vault with SECRET_KEY, or with the key file in the data folder. The first process seals a check value in
 * the database, which each later one has to open. A key is created only while the database has no sealed values.
 * Installations older than the check value use their stored secrets instead.
 * @throws StartUpError if the key is missing or wrong
 */
export async function openVault(deps: VaultDeps): Promise<Vault> {
  const sealed = await listSealed(deps)
  const vault = await chooseVault(deps, sealed)
  const check = await vault.seal(CHECK.purpose, CHECK.secret)
  const isFirst = await deps.db.transaction(async (tx) => {
    await store.lockKey(tx, scope)
    if ((await store.findCheck(tx, scope)) !== null) return false
    await store.insertCheck(tx, scope, { sealed: check, created_at: isoNow(deps.clock) })
    return true
  })
  // Another process may have sealed a check value meanwhile.
  return isFirst ? vault : chooseVault(deps, await listSealed(deps))
}

/** The check value or, in older installations, stored secrets. */
async function listSealed({ db }: VaultDeps): Promise<store.Sealed[]> {
  const check = await store.findCheck(db, scope)
  return check === null ? store.listSealed(db, scope) : [{ purpose: CHECK.purpose, sealed: check }]
}

async function chooseVault({ secretKey, dataDir }: VaultDeps, sealed: store.Sealed[]): Promise<Vault> {
  const path = join(dataDir, 'secret.key')
  const keys = secretKey === null ? await readKeys(path, sealed.length > 0) : keysOfText(secretKey)
  const vaults = keys.map(createAesVault)
  const vault = sealed.length === 0 ? vaults[0] : await findOpening(vaults, sealed)
  if (!vault) throw new WrongKey(secretKey === null ? otherFile(path) : otherSetting(path))
  return vault
}

/**
 * Deletes values sealed with a lost key, so that the next start can create a new one. Returns false and changes
 * nothing if the key is right.
 */
export async function forgetSealed(deps: VaultDeps): Promise<boolean> {
  const isRight = await openVault(deps).then(
    () => true,
    (error: unknown) => {
      if (error instanceof WrongKey) return false
      throw error
    },
  )
  if (isRight) return false
  await deps.db.transaction(async (tx) => {
    await store.lockKey(tx, scope)
    await store.forgetSealed(tx, scope)
  })
  return true
}

async function readKeys(path: string, isNeeded: boolean): Promise<Buffer[]> {
  const key = await readKeyFile(path)
  if (key) return [key]
  if (isNeeded) throw new WrongKey(missingFile(path))
  return [await makeKeyFile(path)]
}

/** Picks the vault that opens one of these. An installation that was used with two keys at once has secrets of both. */
async function findOpening(vaults: Vault[], sealed: store.Sealed[]): Promise<Vault | undefined> {
  for (const vault of vaults) for (const secret of sealed) if (await opens(vault, secret)) return vault
  return undefined
}

const opens = (vault: Vault, { purpose, sealed }: store.Sealed): Promise<boolean> =>
  vault.open(purpose, sealed).then(
    () => true,
    () => false,
  )

const missingFile = (path: string) =>
  `The key file ${path} is missing, and the database holds secrets that only its key opens. Put the file back from a backup or from the machine that made it, or set SECRET_KEY to the file's content or to what the other processes have. Nothing was started.`

const otherFile = (path: string) =>
  `The key in ${path} is not the one that the secrets in the database were sealed with. Put that file back from a backup or from the machine that made it, or set SECRET_KEY to its content or to what the other processes have. Nothing was started.`

const otherSetting = (path: string) =>
  `SECRET_KEY is not the key that the secrets in the database were sealed with. Set it to what it was when they were stored, which all processes share; if they were stored without SECRET_KEY, to the content of that machine's key file, such as ${path}. Nothing was started.`
