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
  /** The setting SECRET_KEY_PREVIOUS: what SECRET_KEY, or the key file, was before. */
  previousKey?: string | null
  dataDir: string
}

class WrongKey extends StartUpError {}

const scope = systemScope('the key belongs to the installation')
export const CHECK = { purpose: 'key-check', secret: 'goldpan' }

/**
 * Opens the vault with SECRET_KEY, or with the key file in the data folder. The first process seals a check value in
 * the database, which each later one has to open. A key is created only while the database has no sealed values.
 * Installations older than the check value use their stored secrets instead. With SECRET_KEY_PREVIOUS, either key may
 * open the check value, and secrets.
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

async function chooseVault(deps: VaultDeps, sealed: store.Sealed[]): Promise<Vault> {
  const { own, previous } = await readVaults(deps, sealed.length > 0)
  const opening = sealed.length === 0 ? own[0] : await findOpening([...own, ...previous], sealed)
  if (!opening) throw new WrongKey(wrongKey(deps))
  if (previous.length === 0) return opening
  return createRotatingVault([...own, ...previous], opening, {
    isRotated: own.includes(opening),
    findRotated: async () => {
      const check = await store.findCheck(deps.db, scope)
      return check === null ? undefined : findOpening(own, [{ purpose: CHECK.purpose, sealed: check }])
    },
  })
}

/** Candidates for the key, and for the one before it. */
export async function readVaults(
  { secretKey, previousKey = null, dataDir }: VaultDeps,
  isNeeded: boolean,
): Promise<{ own: Vault[]; previous: Vault[] }> {
  const own =
    secretKey === null ? await readKeys(join(dataDir, 'secret.key'), isNeeded) : keysOfText(secretKey)
  const previous = previousKey === null ? [] : keysOfText(previousKey, 'SECRET_KEY_PREVIOUS')
  return { own: own.map(createAesVault), previous: previous.map(createAesVault) }
}

const ROTATION_POLL_MS = 1000

/**
 * Opens with both keys. Seals with the one that opened the check value when this process started, so that processes
 * that have only the old key can read everything, until `rotate-secrets` has replaced the check value.
 */
function createRotatingVault(
  vaults: Vault[],
  opening: Vault,
  { isRotated, findRotated }: { isRotated: boolean; findRotated: () => Promise<Vault | undefined> },
): Vault {
  let sealing = opening
  const look = async () => {
    const rotated = await findRotated().catch(() => undefined)
    if (rotated) sealing = rotated
    else setTimeout(look, ROTATION_POLL_MS).unref()
  }
  if (!isRotated) setTimeout(look, ROTATION_POLL_MS).unref()
  return {
    seal: (purpose, secret) => sealing.seal(purpose, secret),
    async open(purpose, sealed) {
      const vault = (await findOpening(vaults, [{ purpose, sealed }])) ?? sealing
      return vault.open(purpose, sealed)
    },
  }
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
export async function findOpening(vaults: Vault[], sealed: store.Sealed[]): Promise<Vault | undefined> {
  for (const vault of vaults) for (const secret of sealed) if (await opens(vault, secret)) return vault
  return undefined
}

const opens = (vault: Vault, { purpose, sealed }: store.Sealed): Promise<boolean> =>
  vault.open(purpose, sealed).then(
    () => true,
    () => false,
  )

function wrongKey({ secretKey, previousKey, dataDir }: VaultDeps): string {
  if (previousKey) return NEITHER
  const path = join(dataDir, 'secret.key')
  return secretKey === null ? otherFile(path) : otherSetting(path)
}

const NEITHER =
  'Neither the key nor SECRET_KEY_PREVIOUS is the one that the secrets in the database were sealed with. Set SECRET_KEY_PREVIOUS to what SECRET_KEY was before, or to the content of the key file if there was no SECRET_KEY. Nothing was started.'

const missingFile = (path: string) =>
  `The key file ${path} is missing, and the database holds secrets that only its key opens. Put the file back from a backup or from the machine that made it, or set SECRET_KEY to the file's content or to what the other processes have. Nothing was started.`

const otherFile = (path: string) =>
  `The key in ${path} is not the one that the secrets in the database were sealed with. Put that file back from a backup or from the machine that made it, or set SECRET_KEY to its content or to what the other processes have. Nothing was started.`

const otherSetting = (path: string) =>
  `SECRET_KEY is not the key that the secrets in the database were sealed with. Set it to what it was when they were stored, which all processes share; if they were stored without SECRET_KEY, to the content of that machine's key file, such as ${path}. Nothing was started.`
