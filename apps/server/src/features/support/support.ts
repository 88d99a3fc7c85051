import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import {
  SCREENSHOT_MAX_BYTES,
  type SupportRequest,
  type SupportState,
  supportMessages,
  supportRoutes,
} from '@goldpan/contract/support'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { Binder } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import { requireRoomForFile } from '../accounts/account-limits.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { supportLetter } from './support.mail.ts'
import * as store from './support.store.ts'

export interface SupportDeps {
  db: Database
  clock: Clock
  files: Pick<Files, 'put' | 'remove'>
  letters: Letters
  accounts: Pick<Accounts, 'getUser'>
  operatorEmail: string
}

type Form = HandlerInput<typeof supportRoutes.send>['body']

/** A small file can unpack into gigabytes. No screen has more pixels than this. */
const MAX_SCREENSHOT_PIXELS = 60_000_000

/** Wide enough to read. */
const SCREENSHOT_WIDTH = 2560

/** The form offers PNG, JPG and GIF; some programs write screenshots as WebP. */
const SCREENSHOT_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp'])

const REQUESTS_SHOWN = 50
const REQUESTS_LISTED = 200

const scope = systemScope('the operator answers the requests of all users')

/** Feedback and questions to the operator. */
export function createSupport({ db, clock, files, letters, accounts, operatorEmail }: SupportDeps) {
  async function storeScreenshot(owner: OwnerId, file: UploadedFile | null) {
    if (!file || file.content.length === 0) return { screenshot_key: null, screenshot_bytes: 0 }
    const key = `screenshots/${randomUUID()}.png`
    const content = await prepareScreenshot(file.content)
    await requireRoomForFile(db, owner, content.length)
    await files.put(key, content)
    return { screenshot_key: key, screenshot_bytes: content.length }
  }

  return {
    async send(owner: OwnerId, form: Form, file: UploadedFile | null) {
      const screenshot = await storeScreenshot(owner, file)
      const request = await db
        .transaction(async (tx) => {
          const user = await accounts.getUser(tx, owner)
          const row = await store.insertRequest(tx, owner, {
            ...form,
            ...screenshot,
            created_at: isoNow(clock),
          })
          const name = `${user.first_name} ${user.last_name}`
          const sender = { email: user.email, name, plan: user.subscription_plan }
          await letters.send(tx, supportLetter(operatorEmail, sender, row), { askedBy: owner })
          return row
        })
        .catch(async (error: unknown) => {
          if (screenshot.screenshot_key) await files.remove(screenshot.screenshot_key)
          throw error
        })
      return { message: supportMessages.sent, request: toAnswer(request) }
    },

    async list(owner: OwnerId): Promise<SupportRequest[]> {
      return (await store.listRequests(db, owner, REQUESTS_SHOWN)).map(toAnswer)
    },

    /** For the operator. Oldest first. */
    async listInState(state: SupportState) {
      const rows = await store.listInState(db, scope, state, REQUESTS_LISTED)
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          email: (await accounts.getUser(db, asOwner(row.owner_id))).email,
        })),
      )
    },

    /** For the operator. Returns whose it is; null if there is no such request. */
    setState: async (tx: Db, id: string, state: SupportState): Promise<OwnerId | null> =>
      isRowId(id) ? store.setState(tx, scope, id, state) : null,
  }
}

export type Support = ReturnType<typeof createSupport>

const toAnswer = ({ screenshot_key, screenshot_bytes: _, ...request }: store.RequestRow): SupportRequest => ({
  ...request,
  has_screenshot: screenshot_key !== null,
})

/** Re-encodes a screenshot as PNG, which drops metadata and anything hidden in the file. */
async function prepareScreenshot(content: Buffer): Promise<Buffer> {
  if (content.length > SCREENSHOT_MAX_BYTES) refuse('support.screenshot_too_large')
  return reencode(content).catch(() => refuse('support.screenshot_not_image'))
}

/** Throws if the file is no image. */
async function reencode(content: Buffer): Promise<Buffer> {
  // Loaded on first use: sharp takes 20 MB, and most processes never see an image.
  const { default: sharp } = await import('sharp')
  const source = sharp(content, { limitInputPixels: MAX_SCREENSHOT_PIXELS, failOn: 'error', pages: 1 })
  const { format } = await source.metadata()
  if (!(format && SCREENSHOT_FORMATS.has(format)))
    throw new Error(`Screenshots of the format ${format} are not taken`)
  return (
    source
      // Rotate before the metadata, which contains the orientation, is stripped.
      .rotate()
      .resize({
        width: SCREENSHOT_WIDTH,
        height: 4 * SCREENSHOT_WIDTH,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .png({ compressionLevel: 9, palette: false })
      .toBuffer()
  )
}

export function bindSupport(bind: Binder, support: Support): void {
  bind(supportRoutes.send, ({ owner, body, file }) => support.send(owner, body, file))
  bind(supportRoutes.list, ({ owner }) => support.list(owner))
}
