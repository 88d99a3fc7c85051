import { randomUUID } from 'node:crypto'
import { pick } from '@goldpan/contract/fields'
import type { ConversationChange } from '@goldpan/contract/inbox'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { ChangeEffects } from '../../db/schema.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { defineJob } from '../../providers/jobs/port.ts'
import { listMembers, lockMembers } from '../organizations/members.ts'
import { type Change, fieldsOf } from './changes.rules.ts'
import type { LockedRow } from './changes.store.ts'
import * as store from './changes.store.ts'
import type { Conversations } from './conversations.ts'
import type { LabelEffects } from './label-effects.ts'
import type { Labels } from './labels.ts'
import { toFilter } from './listing.ts'
import type { Snoozes } from './snoozes.ts'

export const forgetChangesJob = defineJob({
  name: 'forget-conversation-changes',
  payload: z.object({}),
  every: { seconds: 3600, payload: {} },
})

export interface ChangesDeps {
  db: Database
  clock: Clock
  labels: Pick<Labels, 'list' | 'lockEffectOf'>
  effects: LabelEffects
  snoozes: Pick<Snoozes, 'readUntil'>
  conversations: Pick<Conversations, 'findAppearance' | 'listNewerThan'>
}

const DAY_MS = 86_400_000
/** Changed conversations that an owner's changes may add up to; older changes can't be undone any more. */
const KEPT_MAX = 1_000_000

const scope = systemScope('changes of all owners are forgotten after a day')

interface NewChange extends Change {
  id: string
  at: string
}

/** Locked conversations that a change applies to. */
interface Split {
  wanted: LockedRow[]
  /** Whose stop it lifts. */
  lifted: LockedRow[]
  /** Whose automatic label is a stop again. */
  returning: LockedRow[]
}

/** Changes one or many conversations, and takes changes back for a day. */
export function createChanges({ db, clock, labels, effects, snoozes, conversations }: ChangesDeps) {
  const dayAgo = () => new Date(clock.now().getTime() - DAY_MS).toISOString()

  /** Locked, with the number of ids that stand for nobody. */
  async function select(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    selection: ConversationChange['selection'],
  ): Promise<{ rows: LockedRow[]; unknown: number }> {
    if ('ids' in selection) {
      await store.insertMissing(tx, owner, selection.ids, isoNow(clock))
      const { found, unknown } = await store.resolveIds(tx, owner, selection.ids)
      return { rows: await store.lockConversations(tx, owner, found), unknown }
    }
    const { found: except } = await store.resolveIds(tx, owner, selection.except)
    return {
      rows: await store.lockMatching(tx, owner, toFilter(selection.filter, person), except),
      unknown: 0,
    }
  }

  /** Locks what it refers to: members and an own label. */
  async function readChange(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    body: ConversationChange & { snoozedUntil: string | null },
  ): Promise<NewChange> {
    const { state, snoozedUntil, read } = body
    const assignee = body.assignee?.toLowerCase() ?? null
    const chosen = body.label?.toLowerCase() ?? null
    const effect = chosen === null ? null : await labels.lockEffectOf(tx, owner, chosen)
    const members = assignee === null ? await listMembers(tx, owner) : await lockMembers(tx, owner)
    if (assignee !== null && !members.some(({ id }) => id === assignee)) refuse('inbox.not_a_member')
    const name = members.find(({ id }) => id === person)?.name ?? ''
    return {
      id: randomUUID(),
      at: isoNow(clock),
      effect,
      ...(body.label === undefined ? {} : { label: { chosen, by: person, name } }),
      ...(state === undefined ? {} : { state }),
      ...(state === 'snoozed' ? { until: snoozedUntil } : {}),
      ...(body.assignee === undefined ? {} : { assignee }),
      ...(read === undefined ? {} : { read }),
    }
  }

  /** Whose label is a stop, and isn't any more. Null takes a person's choice back. */
  async function splitByEffect(tx: Db, owner: OwnerId, rows: LockedRow[], change: NewChange) {
    const { label, effect } = change
    if (label === undefined || effect === 'stop') return { leaving: [], returning: [] }
    const all = await labels.list(tx, owner)
    const effectOf = new Map<string | null, string | null>(all.map((one) => [one.id, one.effect]))
    const isStop = (id: string | null) => effectOf.get(id) === 'stop'
    const isStopAgain = ({ auto_label }: LockedRow) => label.chosen === null && isStop(auto_label)
    return {
      leaving: rows.filter((row) => isStop(row.label) && !isStopAgain(row)),
      returning: rows.filter((row) => !isStop(row.label) && isStopAgain(row)),
    }
  }

  /** Leaves out those who stay suppressed. Refuses if nobody is left, or without the needed confirmation. */
  async function splitByStop(
    tx: Db,
    owner: OwnerId,
    rows: LockedRow[],
    { change, isConfirmed }: { change: NewChange; isConfirmed: boolean },
  ): Promise<Split> {
    const { leaving, returning } = await splitByEffect(tx, owner, rows, change)
    if (leaving.length === 0) return { wanted: rows, lifted: [], returning }
    const staying = await effects.listStaying(tx, owner, leaving)
    if (staying.size === rows.length) refuse('inbox.stop_stays')
    const lifted = leaving.filter(({ id }) => !staying.has(id))
    if (lifted.length > 0 && !isConfirmed) refuse('inbox.stop_confirm')
    return { wanted: rows.filter(({ id }) => !staying.has(id)), lifted, returning }
  }

  /** True for conversations in which a person wrote after what was shown. */
  async function findNewer(tx: Db, owner: OwnerId, rows: LockedRow[], upTo: string | undefined) {
    if (upTo === undefined) return () => false
    const shown = await conversations.findAppearance(tx, owner, upTo)
    // A message that is unknown or deleted shows nothing.
    if (!shown) return () => true
    const emails = rows.map(({ email }) => email)
    const newer = await conversations.listNewerThan(tx, owner, emails, shown)
    return ({ email }: LockedRow) => newer.has(email)
  }

  async function save(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    { split, change, hasNewer }: { split: Split; change: NewChange; hasNewer: (row: LockedRow) => boolean },
  ): Promise<number> {
    const changed = split.wanted
      .map((row) => ({ row, fields: fieldsOf(row, change, { hasNewer: hasNewer(row) }) }))
      .filter(({ fields }) => Object.keys(fields).length > 0)
    if (changed.length === 0) return 0
    const { id, at, effect } = change
    await store.insertChange(tx, owner, {
      id,
      user_id: person,
      changed_at: at,
      conversations: changed.length,
    })
    await store.applyChange(tx, owner, { id, at }, groupAlike(changed))
    const relabelled = changed.flatMap(({ row, fields }) => ('chosen_label' in fields ? [row] : []))
    const undone = await effects.liftStop(tx, owner, split.lifted)
    const again = await effects.stopAgain(tx, owner, split.returning)
    const done = await effects.apply(tx, owner, relabelled, { effect, change: id })
    await store.saveEffects(tx, owner, id, mergeEffects(undone, { ...again, ...done }))
    await store.trimChanges(tx, owner, KEPT_MAX)
    return changed.length
  }

  return {
    async change(owner: OwnerId, person: OwnerId, body: ConversationChange) {
      const snoozedUntil = body.state === 'snoozed' ? await snoozes.readUntil(owner, body.until) : null
      return db.transaction(async (tx) => {
        const change = await readChange(tx, owner, person, { ...body, snoozedUntil })
        const { rows, unknown } = await select(tx, owner, person, body.selection)
        const split = await splitByStop(tx, owner, rows, { change, isConfirmed: body.confirm === true })
        const hasNewer = await findNewer(tx, owner, split.wanted, body.up_to)
        const changed = await save(tx, owner, person, { split, change, hasNewer })
        return {
          changed,
          skipped: rows.length - changed + unknown,
          undo: changed > 0 ? change.id : null,
        }
      })
    },

    /** Takes a change back; what somebody or a mail changed since stays. */
    async undo(owner: OwnerId, id: string): Promise<{ message: string }> {
      if (!isRowId(id)) refuse('inbox.undo_gone')
      await db.transaction(async (tx) => {
        const change = (await store.lockChange(tx, owner, id, dayAgo())) ?? refuse('inbox.undo_gone')
        await store.lockChanged(tx, owner, id)
        await effects.undo(tx, owner, change)
        const members = (await listMembers(tx, owner)).map((member) => member.id)
        await store.undoChange(tx, owner, { id, at: isoNow(clock), members })
      })
      return { message: 'Undone' }
    },

    forgetOld: (): Promise<void> => store.deleteChangesBefore(db, scope, dayAgo()),
  }
}

function groupAlike(changed: { row: LockedRow; fields: Partial<store.ChangedColumns> }[]): store.Alike[] {
  const alike = new Map<string, store.Alike>()
  for (const { row, fields } of changed) {
    const before = pick(row, Object.keys(fields) as (keyof store.ChangedColumns)[])
    const key = JSON.stringify([before, fields, row.replies])
    const group = alike.get(key) ?? { ids: [], before, after: fields, replies: row.replies }
    group.ids.push(row.id)
    alike.set(key, group)
  }
  return [...alike.values()]
}

/** A recipient whom both changed gets back the status before the first. */
function mergeEffects(first: ChangeEffects, second: ChangeEffects): ChangeEffects {
  const recipients = new Map((first.recipients ?? []).map((one) => [one.id, one]))
  for (const one of second.recipients ?? [])
    recipients.set(one.id, { ...one, before: recipients.get(one.id)?.before ?? one.before })
  return { ...first, ...second, recipients: [...recipients.values()] }
}
