import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import {
  type SupportRequest,
  type SupportState,
  supportMessages,
  type supportRoutes,
} from '@goldpan/contract/support'
import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Files } from '../../providers/files/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { requireRoomForFile } from '../accounts/limits/limits.ts'
import { prepareScreenshot } from './screenshots/screenshots.ts'
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

const REQUESTS_SHOWN = 50
const REQUESTS_LISTED = 200

const scope = systemScope('the operator answers the requests of all')

/** Feedback and questions to the operator: kept, mailed with the screenshot, and listed to who sent them. */
export function createSupport({ db, clock, files, letters, accounts, operatorEmail }: SupportDeps) {
  async function keepScreenshot(owner: OwnerId, file: UploadedFile | null) {
    if (!file || file.content.length === 0) return { screenshot_key: null, screenshot_bytes: 0 }
    const key = `screenshots/${randomUUID()}.png`
    const content = await prepareScreenshot(file.content)
    await requireRoomForFile(owner, db, content.length)
    await files.put(key, content)
    return { screenshot_key: key, screenshot_bytes: content.length }
  }

  return {
    async send(owner: OwnerId, form: Form, file: UploadedFile | null) {
      const screenshot = await keepScreenshot(owner, file)
      const request = await db
        .transaction(async (tx) => {
          const user = await accounts.getUser(owner, tx)
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

    /** For the operator: the requests in a state with who sent them, the oldest first. */
    async listInState(state: SupportState) {
      const rows = await store.listInState(db, scope, state, REQUESTS_LISTED)
      return Promise.all(
        rows.map(async (row) => ({ ...row, email: (await accounts.getUser(asOwner(row.owner_id))).email })),
      )
    },

    /** For the operator: what the sender reads as the state. False when there is no such request. */
    setState: async (id: string, state: SupportState) => isRowId(id) && store.setState(db, scope, id, state),
  }
}

export type Support = ReturnType<typeof createSupport>

const toAnswer = ({ screenshot_key, screenshot_bytes: _, ...request }: store.RequestRow): SupportRequest => ({
  ...request,
  has_screenshot: screenshot_key !== null,
})
