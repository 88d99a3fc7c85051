import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { listOwnedFiles, listOwnedTables, readOwnedRows } from '../../db/owned-rows.store.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import type { SentFile } from '../../http/bind.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type ArchivedFile, csvParts, jsonParts, writeArchive } from './archive.ts'
import { accountErasedLetter } from './own-data.mail.ts'

export const eraseAccountJob = defineJob({
  name: 'erase-account',
  ownerOf: ({ owner }) => owner,
  retryLimit: 10,
  payload: z.object({ owner: z.uuid() }),
})

const README = `Everything that Goldpan stores about you.

json/   one file per table, each a list of rows
csv/    the same tables for a spreadsheet (UTF-8)
files/  the images you uploaded
organizations/  the same for each organization you own

Times are in UTC. Your password and the secrets of your sessions are kept only as hashes and are left out.
So are the passwords of your mailboxes and the access to them.
`

export interface OwnDataDeps {
  db: Database
  clock: Clock
  files: Pick<Files, 'get' | 'remove'>
  jobs: Pick<Jobs, 'enqueue'>
  letters: Letters
  accounts: Pick<Accounts, 'close' | 'erase' | 'getUser'>
  /** Refuses if the person still owns organizations. */
  requireLeaving: (tx: Db, owner: OwnerId) => Promise<void>
  endSubscription: (owner: OwnerId) => Promise<void>
  /** Stops each feature's running work. */
  endWork: readonly ((tx: Db, owner: OwnerId) => Promise<void>)[]
  /** Copies records that outlive the account. */
  keepPayments: (tx: Db, owner: OwnerId) => Promise<void>
  /** Removes the address from the record of what operators did. */
  forgetAuditedAddress: (tx: Db, owner: OwnerId) => Promise<void>
  /** Erases organizations of the person that were removed, with their files. */
  eraseOrganizations: (owner: OwnerId) => Promise<void>
  /** Their rows are in the person's download. */
  listOwnedOrganizations: (owner: OwnerId) => Promise<readonly { id: OwnerId; name: string }[]>
}

/** Download and erasure of everything stored for a person. */
export function createOwnData(deps: OwnDataDeps) {
  const { db, clock, files } = deps

  async function* listFiles(person: OwnerId): AsyncGenerator<ArchivedFile> {
    yield { name: 'README.txt', parts: inTurn([README]) }
    yield* filesOf(person, '')
    for (const { id, name } of await deps.listOwnedOrganizations(person))
      yield* filesOf(id, organizationFolder(id, name))
  }

  async function* filesOf(owner: OwnerId, folder: string): AsyncGenerator<ArchivedFile> {
    for (const table of listOwnedTables(owner)) {
      if (folder && !table.isShared) continue
      const rows = () => readOwnedRows(db, owner, table)
      yield { name: `${folder}json/${table.name}.json`, parts: jsonParts(Object.keys(table.columns), rows()) }
      yield { name: `${folder}csv/${table.name}.csv`, parts: csvParts(Object.keys(table.columns), rows()) }
    }
    for (const key of await listOwnedFiles(db, owner)) {
      const content = await files.get(key)
      if (content) yield { name: `${folder}files/${key}`, parts: inTurn([content]), isCompressed: true }
    }
  }

  return {
    /** A ZIP file, written while it is sent. */
    download(owner: OwnerId): SentFile {
      return {
        content: Readable.from(writeArchive(listFiles(owner))),
        contentType: 'application/zip',
        fileName: `goldpan-data-${isoNow(clock).slice(0, 10)}.zip`,
      }
    },

    /**
     * Ends sessions and work at once; the rest is erased in the background. For an operator, who deletes the person's
     * organizations first, `before` joins the transaction.
     */
    async deleteAccount(owner: OwnerId, before?: (tx: Db) => Promise<void>): Promise<{ message: string }> {
      if (!before) await deps.requireLeaving(db, owner)
      await deps.endSubscription(owner)
      await db.transaction(async (tx) => {
        if (!(await deps.accounts.close(tx, owner))) return
        await before?.(tx)
        await deps.requireLeaving(tx, owner)
        for (const end of deps.endWork) await end(tx, owner)
        await deps.jobs.enqueue(tx, eraseAccountJob, { owner }, { key: owner })
      })
      return { message: 'Your account is being deleted' }
    },

    /** Files first, so that a retry finds them again. */
    async erase(id: string): Promise<void> {
      const owner = asOwner(id)
      await deps.eraseOrganizations(owner)
      for (const key of await listOwnedFiles(db, owner)) await files.remove(key)
      await db.transaction(async (tx) => {
        const user = await deps.accounts.getUser(tx, owner).catch(() => null)
        if (!user?.deleting_at) return
        await deps.keepPayments(tx, owner)
        await deps.forgetAuditedAddress(tx, owner)
        await deps.accounts.erase(tx, owner)
        await deps.letters.withdraw(tx, user.email)
        await deps.letters.send(tx, accountErasedLetter(user))
      })
    },
  }
}

export type OwnData = ReturnType<typeof createOwnData>

async function* inTurn<Part>(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts
}

/** The organization's name without special characters, with its id to tell equal names apart. */
function organizationFolder(id: string, name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `organizations/${[plain.slice(0, 60), id.slice(0, 8)].filter(Boolean).join('-')}/`
}
