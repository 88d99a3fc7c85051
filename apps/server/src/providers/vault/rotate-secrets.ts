import type { Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { StartUpError } from '../../db/start-up-error.ts'
import { CHECK, findOpening, readVaults, type VaultDeps } from './open-vault.ts'
import type { Vault } from './port.ts'
import * as rotation from './rotation.store.ts'
import * as store from './vault.store.ts'

const scope = systemScope('the key belongs to the installation')
const BATCH = 200

export interface Rotated {
  /** Secrets that only the previous key opened. */
  resealed: number
  /** Secrets of the previous key that another process was replacing. */
  left: number
  /** Secrets that neither key opens. */
  unreadable: number
}

interface Keys {
  current: Vault
  previous: Vault[]
}

/**
 * Seals everything that only SECRET_KEY_PREVIOUS opens with the current key, in batches while the application runs.
 * The check value comes first: from then on every process that has both keys seals with the current one. `record` runs
 * in the same transaction.
 * @throws StartUpError without SECRET_KEY_PREVIOUS, or if neither key is right
 */
export async function rotateSecrets(deps: VaultDeps, record: (tx: Db) => Promise<void>): Promise<Rotated> {
  if (!deps.previousKey)
    throw new StartUpError(
      'Set SECRET_KEY_PREVIOUS to the key before, and SECRET_KEY to the new one, in every process first. Nothing was changed.',
    )
  const keys = await replaceCheck(deps, record)
  const total: Rotated = { resealed: 0, left: 0, unreadable: 0 }
  for (const column of rotation.SEALED_COLUMNS) await rotateColumn(deps, keys, column, total)
  await rotateJobs(deps, keys, total)
  return total
}

async function replaceCheck(deps: VaultDeps, record: (tx: Db) => Promise<void>): Promise<Keys> {
  const { own, previous } = await readVaults(deps, true)
  const sealed = await store.findCheck(deps.db, scope)
  if (sealed === null)
    throw new StartUpError('No process has started with this database yet. Nothing was changed.')
  const check = { purpose: CHECK.purpose, sealed }
  const opening = await findOpening(own, [check])
  if (opening) return { current: opening, previous }
  if (!(await findOpening(previous, [check])))
    throw new StartUpError(
      'Neither SECRET_KEY nor SECRET_KEY_PREVIOUS is the right key. Nothing was changed.',
    )
  // A process that reads the key file uses its last key.
  const current = own.at(-1)!
  const replacement = await current.seal(CHECK.purpose, CHECK.secret)
  const isReplaced = await deps.db.transaction(async (tx) => {
    if (!(await store.replaceCheck(tx, scope, { sealed, replacement }))) return false
    await record(tx)
    return true
  })
  // Somebody else rotated at the same time.
  return isReplaced ? { current, previous } : replaceCheck(deps, record)
}

async function rotateColumn(
  { db }: VaultDeps,
  keys: Keys,
  column: rotation.SealedColumn,
  total: Rotated,
): Promise<void> {
  const list = (after: string | null) => rotation.listRows(db, scope, column, { after, limit: BATCH })
  for await (const row of inBatches(list)) {
    const sealed = await reseal(keys, { purpose: column.purpose, sealed: row.sealed })
    await count(total, sealed, (text) => rotation.replaceRow(db, scope, column, row, text))
  }
}

/** Payloads. That of a revocation contains a sealed secret, too. */
async function rotateJobs({ db }: VaultDeps, keys: Keys, total: Rotated): Promise<void> {
  const list = (after: string | null) => rotation.listJobs(db, scope, { after, limit: BATCH })
  for await (const job of inBatches(list)) {
    const sealed = await resealJob(keys, job)
    await count(total, sealed, (text) => rotation.replaceJob(db, scope, job, text))
  }
}

async function* inBatches<Row extends rotation.SealedRow>(
  list: (after: string | null) => Promise<Row[]>,
): AsyncIterable<Row> {
  let after: string | null = null
  for (;;) {
    const rows: Row[] = await list(after)
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.key
  }
}

type Resealed = string | 'current' | 'unreadable'

async function reseal({ current, previous }: Keys, found: store.Sealed): Promise<Resealed> {
  if (await findOpening([current], [found])) return 'current'
  const vault = await findOpening(previous, [found])
  if (!vault) return 'unreadable'
  return current.seal(found.purpose, await vault.open(found.purpose, found.sealed))
}

async function resealJob(keys: Keys, { name, sealed }: rotation.SealedJob): Promise<Resealed> {
  const purpose = `job ${name}`
  const vault = await findOpening([keys.current, ...keys.previous], [{ purpose, sealed }])
  if (!vault) return 'unreadable'
  const payload: Record<string, unknown> = JSON.parse(await vault.open(purpose, sealed))
  const inner =
    typeof payload.sealed === 'string'
      ? await reseal(keys, { purpose: 'sender-mailbox', sealed: payload.sealed })
      : 'current'
  if (inner === 'unreadable' || (inner === 'current' && vault === keys.current)) return inner
  const content = inner === 'current' ? payload : { ...payload, sealed: inner }
  return keys.current.seal(purpose, JSON.stringify(content))
}

async function count(
  total: Rotated,
  sealed: Resealed,
  replace: (text: string) => Promise<boolean>,
): Promise<void> {
  if (sealed === 'current') return
  if (sealed === 'unreadable') total.unreadable += 1
  else if (await replace(sealed)) total.resealed += 1
  else total.left += 1
}
