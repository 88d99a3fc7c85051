import { setImmediate } from 'node:timers/promises'
import { labelReply } from '@goldpan/campaign-mail/label-reply'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { TextPort } from '../../providers/text/port.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { PaceCare } from '../sending/pace.ts'
import { dayOf } from '../sending/zoned-time.ts'
import * as store from './labelling.store.ts'
import { plain } from './message-content.ts'

export interface LabellingDeps {
  db: Database
  clock: Clock
  text: Pick<TextPort, 'labelReply'>
  pace: Pick<PaceCare, 'find'>
  conversations: Pick<Conversations, 'findByEmail' | 'lock' | 'relabel' | 'labelEarlier'>
  onError: (error: unknown) => void
}

/** Apart from handling, so that mail doesn't wait for a model. */
export const labelRepliesJob = defineJob({
  name: 'label-replies',
  payload: z.object({}),
  every: { seconds: 60, payload: {} },
})

const REASON = 'Suggested by the model; no rule was sure'
const MODEL_MS = 10_000
const MODEL_TEXT = 4_000
/** Questions to the model at a time. */
const PARALLEL = 4
/** Older messages aren't asked about when a model is set up. */
const RECENT_MS = 24 * 60 * 60_000
/** Messages labelled in one transaction. */
const BATCH = 100

const scope = systemScope('replies of all owners are labelled')

/** Labels messages after they came in: by a model if no rule was sure, and by rules if they are older than labels. */
export function createLabelling({ db, clock, text, pace, conversations, ...deps }: LabellingDeps) {
  /** The claim is committed before, so a message is asked about once, whatever happens to the process. */
  async function askInTurn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = clock.now().getTime()
      const since = new Date(now - RECENT_MS).toISOString()
      const row = await store.claimForModel(db, scope, { at: isoNow(clock), since })
      if (!row) return
      await ask(row, signal).catch(deps.onError)
    }
  }

  async function ask(row: store.RowToLabel, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)])
    const label = await text.labelReply?.((row.reply_text ?? '').slice(0, MODEL_TEXT), { signal: limit })
    if (!label || label === 'other') return
    const owner = asOwner(row.owner_id!)
    await db.transaction(async (tx) => {
      await store.setModelLabel(tx, owner, row.id, { label, reason: REASON })
      const conversation = await conversations.findByEmail(tx, owner, row.from_email?.toLowerCase() ?? '')
      if (!conversation) return
      // A message that comes in meanwhile waits, or is seen.
      await conversations.lock(tx, owner, conversation.id)
      const suggested = { label, by: 'model', reason: REASON } as const
      await conversations.relabel(tx, owner, conversation.id, row.id, suggested)
    })
  }

  /** Labels mail of earlier releases by its text alone, without effects. False if there is none left. */
  async function labelEarlier(): Promise<boolean> {
    return db.transaction(async (tx) => {
      const rows = await store.lockUnlabelled(tx, scope, BATCH)
      for (const row of rows) await labelOne(tx, row)
      return rows.length === BATCH
    })
  }

  async function labelOne(tx: Db, row: store.RowToLabel): Promise<void> {
    const owner = asOwner(row.owner_id!)
    const { time_zone } = await pace.find(tx, owner, 'shared')
    const kind = row.kind === 'auto-reply' ? 'auto-reply' : 'reply'
    const { label, reason, later_until, named } = labelReply(
      {
        text: row.reply_text ?? '',
        subject: row.subject,
        isAutomatic: kind === 'auto-reply',
        from: row.from_email,
      },
      { today: dayOf(new Date(row.received_at), time_zone) },
    )
    const label_reason = plain(reason, 300)
    const change = { label, label_reason, later_until, named, model_asked_at: isoNow(clock) }
    await store.setRuleLabel(tx, owner, row.id, change)
    const email = row.from_email?.toLowerCase()
    const found = { label, reason: label_reason, later_until }
    if (email) await conversations.labelEarlier(tx, owner, { email, kind }, found)
  }

  return {
    async work(signal: AbortSignal): Promise<void> {
      if (text.labelReply) await Promise.all(Array.from({ length: PARALLEL }, () => askInTurn(signal)))
      while (!signal.aborted && (await labelEarlier())) await setImmediate()
    },
  }
}
