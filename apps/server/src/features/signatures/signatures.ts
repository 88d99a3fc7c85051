import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import {
  SIGNATURE_IMAGE_PATH,
  SIGNATURE_IMAGE_SHOWN_WIDTH,
  SIGNATURES_MAX,
  type Signature,
  separateImages,
  type signatureRoutes,
} from '@goldpan/contract/signatures'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import type { SentFile } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import { requireRoomForFile } from '../accounts/account-limits.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { prepareImage } from './images.ts'
import { cleanSignature, isSignatureEmpty, type Signer } from './signatures.rules.ts'
import * as store from './signatures.store.ts'

export interface SignaturesDeps {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'getUser'>
  files: Files
  publicUrl: () => string
}

type Form = HandlerInput<typeof signatureRoutes.create>['body']
type Change = HandlerInput<typeof signatureRoutes.update>['body']

const imageScope = systemScope('images of signatures are shown to everybody who received the mail')

export function createSignatures(deps: SignaturesDeps) {
  const { db, clock, files } = deps

  async function findSignature(tx: Db, owner: OwnerId, id: string): Promise<Signature | null> {
    const row = await store.findSignature(tx, owner, id)
    return row && toSignature(row)
  }

  const getSignature = async (tx: Db, owner: OwnerId, id: string) =>
    (await findSignature(tx, owner, id)) ?? refuse('signatures.not_found')

  /** Changes a signature under the owner's lock. A new default replaces the old one. */
  async function change(owner: OwnerId, id: string, fields: store.SignatureFields): Promise<Signature> {
    return db.transaction(async (tx) => {
      await store.lockSignatures(tx, owner)
      await getSignature(tx, owner, id)
      if (fields.is_default) await store.clearDefault(tx, owner)
      const row = await store.updateSignature(tx, owner, id, { ...fields, updated_at: isoNow(clock) })
      return row ? toSignature(row) : refuse('signatures.not_found')
    })
  }

  return {
    list: async (owner: OwnerId): Promise<Signature[]> =>
      (await store.listSignatures(db, owner)).map(toSignature),
    get: (owner: OwnerId, id: string): Promise<Signature> => getSignature(db, owner, id),

    async create(owner: OwnerId, { name, content, is_default = false }: Form): Promise<Signature> {
      const cleaned = cleanContent(content)
      const now = isoNow(clock)
      return db.transaction(async (tx) => {
        await store.lockSignatures(tx, owner)
        if ((await store.countSignatures(tx, owner)) >= SIGNATURES_MAX) refuse('signatures.too_many')
        if (is_default) await store.clearDefault(tx, owner)
        return store.insertSignature(tx, owner, {
          name,
          content: cleaned,
          is_default,
          created_at: now,
          updated_at: now,
        })
      })
    },

    async update(owner: OwnerId, id: string, { content, ...fields }: Change): Promise<Signature> {
      return change(owner, id, content === undefined ? fields : { ...fields, content: cleanContent(content) })
    },

    async delete(owner: OwnerId, id: string): Promise<{ message: string }> {
      const isDeleted = await store.deleteSignature(db, owner, id)
      return isDeleted ? { message: 'Signature deleted' } : refuse('signatures.not_found')
    },

    setDefault: (owner: OwnerId, id: string): Promise<Signature> => change(owner, id, { is_default: true }),

    /** Without a signature if there is none of this id. */
    async getSigner(tx: Db, owner: OwnerId, id: string | null): Promise<Signer> {
      const { first_name, last_name } = await deps.accounts.getUser(tx, owner)
      const signature = id === null ? null : await findSignature(tx, owner, id)
      return { signature: signature?.content ?? '', name: `${first_name} ${last_name}`.trim() }
    },

    exists: async (tx: Db, owner: OwnerId, id: string): Promise<boolean> =>
      (await store.findSignature(tx, owner, id)) !== null,

    async uploadImage(owner: OwnerId, upload: UploadedFile | null): Promise<{ url: string; width: number }> {
      if (!upload) return refuse('signatures.image_missing')
      const image = await prepareImage(upload.content)
      await requireRoomForFile(db, owner, image.content.length)
      const key = `${randomUUID()}.${image.extension}`
      await files.put(`signatures/${key}`, image.content)
      await store.insertImage(db, owner, {
        key,
        content_type: image.contentType,
        bytes: image.content.length,
        created_at: isoNow(clock),
      })
      const width = Math.min(image.width, SIGNATURE_IMAGE_SHOWN_WIDTH)
      return { url: `${deps.publicUrl()}${SIGNATURE_IMAGE_PATH}${key}`, width }
    },

    async readImage(key: string): Promise<SentFile> {
      const known = await store.findImage(db, imageScope, key)
      const content = known ? await files.get(`signatures/${key}`) : null
      if (!known || !content) return refuse('request.not_found')
      return { content, contentType: known.content_type, isImmutable: true }
    },
  }
}

export type Signatures = ReturnType<typeof createSignatures>

/** Moves inline images of older signatures into separate blocks. */
const toSignature = (row: store.SignatureRow): Signature => ({
  ...row,
  content: separateImages(row.content),
})

function cleanContent(content: string): string {
  const cleaned = cleanSignature(content)
  return isSignatureEmpty(cleaned) ? refuse('signatures.empty') : cleaned
}
