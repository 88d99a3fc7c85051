import { Readable } from 'node:stream'
import type { Database, Db } from '../../db/database.ts'
import { listOwnedFiles, listOwnedTables, readOwnedRows } from '../../db/owned-rows.store.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import type { SentFile } from '../../http/bind.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type ArchivedFile, writeArchive } from './download/archive.ts'
import { csvParts, jsonParts } from './download/rows.ts'
import { eraseAccountJob } from './own-data.jobs.ts'
import { accountErasedLetter } from './own-data.mail.ts'
import { organizationFolder, README } from './own-data.rules.ts'

export interface OwnDataDeps {
  db: Database
  clock: Clock
  files: Pick<Files, 'get' | 'remove'>
  jobs: Pick<Jobs, 'enqueue'>
  letters: Letters
  accounts: Pick<Accounts, 'close' | 'erase' | 'getUser'>
  /** Refuses if the person must not leave yet. */
  requireLeaving: (db: Db, owner: OwnerId) => Promise<void>
  /** Asks the payment provider to charge nothing again. */
  endSubscription: (owner: OwnerId) => Promise<void>
  /** What must stop when somebody leaves: running work of each feature. */
  endWork: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
  /** What outlives the person, such as payments in the books. */
  keep: (tx: Db, owner: OwnerId) => Promise<void>
  /** The organizations that a person answers for: their rows are the person's to take along. */
  listOwnedOrganizations: (owner: OwnerId) => Promise<readonly { owner: OwnerId; name: string }[]>
}

/** A person's right to their data: take all of it along, and have all of it erased. */
export function createOwnData(deps: OwnDataDeps) {
  const { db, clock, files } = deps

  async function* listFiles(person: OwnerId): AsyncGenerator<ArchivedFile> {
    yield { name: 'README.txt', parts: oneAfterTheOther([README]) }
    yield* filesOf(person, '')
    for (const { owner, name } of await deps.listOwnedOrganizations(person))
      yield* filesOf(owner, organizationFolder(owner, name))
  }

  async function* filesOf(owner: OwnerId, folder: string): AsyncGenerator<ArchivedFile> {
    for (const table of listOwnedTables(owner)) {
      // An organization has none of what belongs to people: no account, no sessions.
      if (folder && table.owner.name !== 'owner_id') continue
      const rows = () => readOwnedRows(db, owner, table)
      yield { name: `${folder}json/${table.name}.json`, parts: jsonParts(Object.keys(table.columns), rows()) }
      yield { name: `${folder}csv/${table.name}.csv`, parts: csvParts(Object.keys(table.columns), rows()) }
    }
    for (const key of await listOwnedFiles(db, owner)) {
      const content = await files.get(key)
      if (content)
        yield { name: `${folder}files/${key}`, parts: oneAfterTheOther([content]), isCompressed: true }
    }
  }

  return {
    /** Everything stored about a user, as a ZIP that is written while it is sent. */
    download(owner: OwnerId): SentFile {
      return {
        content: Readable.from(writeArchive(listFiles(owner))),
        contentType: 'application/zip',
        fileName: `goldpan-data-${isoNow(clock).slice(0, 10)}.zip`,
      }
    },

    /** Ends sessions and work at once; the rest is erased in the background. */
    async deleteAccount(owner: OwnerId): Promise<{ message: string }> {
      await deps.requireLeaving(db, owner)
      await deps.endSubscription(owner)
      await db.transaction(async (tx) => {
        if (!(await deps.accounts.close(tx, owner))) return
        await deps.requireLeaving(tx, owner)
        for (const end of deps.endWork) await end(tx, owner)
        await deps.jobs.enqueue(tx, eraseAccountJob, { owner }, { key: owner })
      })
      return { message: 'Your account is being deleted' }
    },

    /** Erases what is left of an account: files first, so that an interrupted run finds them again. */
    async erase(id: string): Promise<void> {
      const owner = asOwner(id)
      for (const key of await listOwnedFiles(db, owner)) await files.remove(key)
      await db.transaction(async (tx) => {
        const user = await deps.accounts.getUser(owner, tx).catch(() => null)
        if (!user?.deleting_at) return
        await deps.keep(tx, owner)
        await deps.accounts.erase(tx, owner)
        await deps.letters.withdraw(tx, user.email)
        await deps.letters.send(tx, accountErasedLetter(user))
      })
    },
  }
}

export type OwnData = ReturnType<typeof createOwnData>

async function* oneAfterTheOther<Part>(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts
}
