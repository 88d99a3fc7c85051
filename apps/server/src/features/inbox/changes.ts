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
import { listMembers } from '../organizations/members.ts'
import { fieldsOf, type Patch } from './changes.rules.ts'
import type { LockedRow } from './changes.store.ts'
import * as store from './changes.store.ts'
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
  labels: Pick<Labels, 'list' | 'effectOf'>
  effects: LabelEffects
  snoozes: Pick<Snoozes, 'readUntil'>
  /** Until when an away note that names no day holds. */
  awayUntil: (owner: OwnerId) => Promise<string>
}

const DAY_MS = 86_400_000
/** Changed conversations that an owner's changes may add up to; older changes can't be undone any more. */
const KEPT_MAX = 200_000

const scope = systemScope('changes of all owners are forgotten after a day')

interface Changing extends Patch {
  id: string
  at: string
  /** The effect of the new label. */
  effect: Awaited<ReturnType<Labels['effectOf']>>
  awayUntil: string
}

/** Changes one or many conversations, and takes changes back for a day. */
export function createChanges({ db, clock, labels, effects, snoozes, awayUntil }: ChangesDeps) {
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
    const ids = await store.listMatching(tx, owner, toFilter(selection.filter, person), except)
    return { rows: await store.lockConversations(tx, owner, ids), unknown: 0 }
  }

  async function readPatch(owner: OwnerId, person: OwnerId, body: ConversationChange): Promise<Changing> {
    const { state, assignee, read } = body
    const members = await listMembers(db, owner)
    if (assignee && !members.some(({ id }) => id === assignee.toLowerCase())) refuse('inbox.not_a_member')
    const chosen = body.label?.toLowerCase() ?? null
    const effect = chosen === null ? null : await labels.effectOf(db, owner, chosen)
    const name = members.find(({ id }) => id === person)?.name ?? ''
    return {
      id: randomUUID(),
      at: isoNow(clock),
      effect,
      awayUntil: effect === 'away' ? await awayUntil(owner) : '',
      ...(body.label === undefined ? {} : { label: { chosen, by: person, name } }),
      ...(state === undefined ? {} : { state }),
      ...(effect === 'stop' && state === undefined ? { state: 'done' as const } : {}),
      ...(state === 'snoozed' ? { until: await snoozes.readUntil(owner, body.until) } : {}),
      ...(assignee === undefined ? {} : { assignee: assignee?.toLowerCase() ?? null }),
      ...(read === undefined ? {} : { read }),
    }
  }

  /** Those whose label is a stop and becomes another. */
  async function listLeavingStop(tx: Db, owner: OwnerId, rows: LockedRow[], patch: Changing) {
    const { label } = patch
    if (label === undefined || patch.effect === 'stop') return []
    const all = await labels.list(tx, owner)
    const effectOf = new Map(all.map(({ id, effect }) => [id, effect]))
    const isStop = (id: string | null) => id !== null && effectOf.get(id) === 'stop'
    return rows.filter((row) => isStop(row.label) && !(label.chosen === null && isStop(row.auto_label)))
  }

  /** Leaves out those who stay suppressed. Refuses if nobody is left, or without the needed confirmation. */
  async function judgeStops(
    tx: Db,
    owner: OwnerId,
    rows: LockedRow[],
    patch: Changing,
    isConfirmed: boolean,
  ): Promise<{ wanted: LockedRow[]; lifted: LockedRow[] }> {
    const leaving = await listLeavingStop(tx, owner, rows, patch)
    if (leaving.length === 0) return { wanted: rows, lifted: [] }
    const staying = await effects.listStaying(tx, owner, leaving)
    if (staying.size === rows.length) refuse('inbox.stop_stays')
    const lifted = leaving.filter(({ id }) => !staying.has(id))
    if (lifted.length > 0 && !isConfirmed) refuse('inbox.stop_confirm')
    return { wanted: rows.filter(({ id }) => !staying.has(id)), lifted }
  }

  /** True for conversations in which a person wrote after what was shown. */
  async function findNewer(tx: Db, owner: OwnerId, rows: LockedRow[], upTo: string | undefined) {
    if (upTo === undefined) return () => false
    const shown = await store.findMessage(tx, owner, upTo)
    // A message that is unknown or deleted shows nothing.
    if (!shown) return () => true
    const emails = rows.map(({ email }) => email)
    const newer = await store.listNewerThan(tx, owner, emails, shown)
    return ({ email }: LockedRow) => newer.has(email)
  }

  async function save(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    {
      rows,
      lifted,
      patch,
      hasNewer,
    }: {
      rows: LockedRow[]
      lifted: LockedRow[]
      patch: Changing
      hasNewer: (row: LockedRow) => boolean
    },
  ): Promise<number> {
    const changed = rows
      .map((row) => ({ row, fields: fieldsOf(row, patch, { hasNewer: hasNewer(row) }) }))
      .filter(({ fields }) => Object.keys(fields).length > 0)
    if (changed.length === 0) return 0
    const { id, at } = patch
    await store.insertChange(tx, owner, {
      id,
      user_id: person,
      changed_at: at,
      conversations: changed.length,
    })
    await store.applyChange(tx, owner, { id, at }, groupAlike(changed))
    const relabelled = changed.flatMap(({ row, fields }) => ('chosen_label' in fields ? [row] : []))
    const undone = await effects.liftStop(tx, owner, lifted)
    const done = await effects.apply(tx, owner, relabelled, { ...patch, change: id })
    await store.saveEffects(tx, owner, id, join(undone, done))
    await store.trimChanges(tx, owner, KEPT_MAX)
    return changed.length
  }

  return {
    async change(owner: OwnerId, person: OwnerId, body: ConversationChange) {
      const patch = await readPatch(owner, person, body)
      return db.transaction(async (tx) => {
        const { rows, unknown } = await select(tx, owner, person, body.selection)
        const { wanted, lifted } = await judgeStops(tx, owner, rows, patch, body.confirm === true)
        const hasNewer = await findNewer(tx, owner, wanted, body.up_to)
        const changed = await save(tx, owner, person, { rows: wanted, lifted, patch, hasNewer })
        return {
          changed,
          skipped: rows.length - changed + unknown,
          undo: changed > 0 ? patch.id : null,
        }
      })
    },

    /** Takes a change back; what somebody or a mail changed since stays. */
    async undo(owner: OwnerId, id: string): Promise<{ message: string }> {
      if (!isRowId(id)) refuse('inbox.undo_gone')
      await db.transaction(async (tx) => {
        const change = (await store.lockChange(tx, owner, id, dayAgo())) ?? refuse('inbox.undo_gone')
        await effects.undo(tx, owner, change)
        const members = (await listMembers(tx, owner)).map((member) => member.id)
        await store.undoChange(tx, owner, { id, at: isoNow(clock), members })
      })
      return { message: 'Undone' }
    },

    forgetOld: (): Promise<void> => store.deleteChangesBefore(db, scope, dayAgo()),
  }
}

export type Changes = ReturnType<typeof createChanges>

function groupAlike(changed: { row: LockedRow; fields: Partial<store.Changed> }[]): store.Alike[] {
  const alike = new Map<string, store.Alike>()
  for (const { row, fields } of changed) {
    const before = pick(row, Object.keys(fields) as (keyof store.Changed)[])
    const key = JSON.stringify([before, fields, row.replies])
    const group = alike.get(key) ?? { ids: [], before, after: fields, replies: row.replies }
    group.ids.push(row.id)
    alike.set(key, group)
  }
  return [...alike.values()]
}

/** A recipient whom both changed gets back the status before the first. */
function join(first: ChangeEffects, second: ChangeEffects): ChangeEffects {
  const recipients = new Map((first.recipients ?? []).map((one) => [one.id, one]))
  for (const one of second.recipients ?? [])
    recipients.set(one.id, { ...one, before: recipients.get(one.id)?.before ?? one.before })
  return { ...first, ...second, recipients: [...recipients.values()] }
}
