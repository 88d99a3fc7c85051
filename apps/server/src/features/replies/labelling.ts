import { setImmediate } from 'node:timers/promises'
import { labelReply } from '@goldpan/campaign-mail/label-reply'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import type { TextPort } from '../../providers/text/port.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { PaceCare } from '../sending/pace.ts'
import { dayOf } from '../sending/zoned-time.ts'
import * as store from './labelling.store.ts'
import { isSender, plain } from './message-content.ts'
import { listOwn } from './replies.store.ts'

export interface LabellingDeps {
  db: Database
  clock: Clock
  text: Pick<TextPort, 'labelReply'>
  pace: Pick<PaceCare, 'find'>
  conversations: Pick<Conversations, 'findByEmail' | 'lock' | 'relabel' | 'joinEarlier' | 'refreshWords'>
  onError: (error: unknown) => void
}

/** A job of its own, so that incoming mail doesn't wait for a model. */
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
/** Older mail without an answer isn't waited for. */
const WAITING_MS = 30 * 24 * 60 * 60_000

const scope = systemScope('replies of all owners are labelled')

/** Labels messages after they came in: by a model if no rule was sure, and by rules if an earlier release handled them. */
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
      // Orders this after a message that is being received.
      await conversations.lock(tx, owner, conversation.id)
      const suggested = { label, by: 'model', reason: REASON } as const
      await conversations.relabel(tx, owner, { id: conversation.id, messageId: row.id }, suggested)
    })
  }

  /**
   * Labels mail of earlier releases by its text alone, without effects, and adds it to its conversations. False if
   * there is none left.
   */
  async function joinEarlier(): Promise<boolean> {
    const rows = await store.listUnlabelled(db, scope, BATCH)
    for (const id of new Set(rows.map(({ owner_id }) => owner_id!))) {
      const owner = asOwner(id)
      const { time_zone } = await pace.find(db, owner, 'shared')
      const labelled: LabelledRow[] = []
      for (const row of rows.filter(({ owner_id }) => owner_id === id)) {
        labelled.push({ row, label: labelByRules(row, time_zone) })
        // Other work goes on meanwhile: the rules take some milliseconds a text.
        await setImmediate()
      }
      await db.transaction((tx) => joinMail(tx, owner, labelled))
    }
    return rows.length === BATCH
  }

  async function joinMail(tx: Db, owner: OwnerId, labelled: readonly LabelledRow[]): Promise<void> {
    const namedByAll = labelled.flatMap(({ label }) => label.named)
    const own = await listOwn(tx, owner, namedByAll)
    for (const { row, label } of labelled) {
      const named = label.named.filter((address) => !own.has(address))
      await store.setRuleLabel(tx, owner, row.id, { ...label, named, model_asked_at: isoNow(clock) })
    }
    const senders = labelled.flatMap(({ row }) => row.from_email?.toLowerCase() ?? [])
    const emails = [...new Set(senders.filter(isSender))]
    if (emails.length === 0) return
    const since = new Date(clock.now().getTime() - WAITING_MS).toISOString()
    await conversations.joinEarlier(tx, owner, emails, { since })
    await conversations.refreshWords(tx, owner, emails)
  }

  async function joinAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await joinEarlier())) await setImmediate()
  }

  return {
    async work(signal: AbortSignal): Promise<void> {
      const asking = text.labelReply ? Array.from({ length: PARALLEL }, () => askInTurn(signal)) : []
      await Promise.all([joinAll(signal), ...asking])
    },
  }
}

interface LabelledRow {
  row: store.RowToLabel
  label: ReturnType<typeof labelByRules>
}

/** By the text alone, as it was on the day it came in. */
function labelByRules(
  { kind, reply_text, subject, from_email, received_at }: store.RowToLabel,
  zone: string,
) {
  const isAutomatic = kind === 'auto-reply'
  const { label, reason, later_until, named } = labelReply(
    { text: reply_text ?? '', subject, isAutomatic, from: from_email },
    { today: dayOf(new Date(received_at), zone) },
  )
  return { label, label_reason: plain(reason, 300), later_until, named }
}
