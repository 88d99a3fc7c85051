import {
  type BuiltInLabel,
  builtInLabel,
  builtInLabels,
  LABELS_MAX,
  type Label,
  type LabelColour,
  type LabelForm,
  labelNames,
} from '@goldpan/contract/inbox'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { LabelEffects } from './label-effects.ts'
import * as store from './labels.store.ts'

export interface LabelsDeps {
  db: Database
  clock: Clock
  effects: Pick<LabelEffects, 'stopAgain'>
}

const COLOURS: Record<BuiltInLabel, LabelColour> = {
  stop: 'red',
  left_company: 'grey',
  away: 'grey',
  automatic: 'grey',
  wrong_person: 'yellow',
  meeting: 'green',
  later: 'blue',
  not_interested: 'red',
  question: 'blue',
  interested: 'green',
  other: 'grey',
}

const builtIn: Label[] = builtInLabels.map((id) => ({
  id,
  name: labelNames[id],
  built_in: true,
  colour: COLOURS[id],
  effect: id,
}))

const takenNames = new Set(builtIn.map(({ name }) => name.toLowerCase()))

/** Built-in labels, and those that owners made themselves. */
export function createLabels({ db, clock, effects }: LabelsDeps) {
  function requireName({ name }: LabelForm): void {
    if (takenNames.has(name.toLowerCase())) refuse('inbox.label_taken')
  }

  async function list(tx: Db, owner: OwnerId): Promise<Label[]> {
    return [...builtIn, ...(await store.listLabels(tx, owner)).map(toLabel)]
  }

  return {
    list,
    get: async (owner: OwnerId): Promise<{ labels: Label[] }> => ({ labels: await list(db, owner) }),

    /** The effect of a label, which nobody deletes until the transaction ends. Null if it only marks; refuses an unknown one. */
    async lockEffectOf(tx: Db, owner: OwnerId, id: string): Promise<BuiltInLabel | null> {
      const known = builtInLabel.safeParse(id)
      if (known.success) return known.data
      const row = isRowId(id) ? await store.lockLabel(tx, owner, id) : null
      return row ? row.effect : refuse('inbox.label_unknown')
    },

    async add(owner: OwnerId, form: LabelForm): Promise<Label> {
      requireName(form)
      return db.transaction(async (tx) => {
        await store.lockLabels(tx, owner)
        if ((await store.listLabels(tx, owner)).length >= LABELS_MAX) refuse('inbox.too_many_labels')
        const row = await store.insertLabel(tx, owner, { ...toFields(form), created_at: isoNow(clock) })
        return row ? toLabel(row) : refuse('inbox.label_taken')
      })
    },

    /** A new effect is that of choices from now on. */
    async change(owner: OwnerId, id: string, form: LabelForm): Promise<Label> {
      requireName(form)
      return db.transaction(async (tx) => {
        await store.lockLabels(tx, owner)
        const all = await store.listLabels(tx, owner)
        const before = all.find((label) => label.id === id) ?? refuse('inbox.label_unknown')
        const isTaken = all.some(
          (label) => label.id !== id && label.name.toLowerCase() === form.name.toLowerCase(),
        )
        if (isTaken) refuse('inbox.label_taken')
        const row = await store.updateLabel(tx, owner, id, toFields(form, before))
        return row ? toLabel(row) : refuse('inbox.label_unknown')
      })
    },

    /** Its conversations get their automatic label back; a proven stop among these suppresses again. */
    remove: (owner: OwnerId, id: string): Promise<{ message: string }> =>
      db.transaction(async (tx) => {
        const labelled =
          (await store.deleteLabel(tx, owner, id, isoNow(clock))) ?? refuse('inbox.label_unknown')
        await effects.stopAgain(tx, owner, labelled)
        return { message: 'Label deleted' }
      }),
  }
}

export type Labels = ReturnType<typeof createLabels>

const toLabel = ({ id, name, colour, effect }: store.LabelRow): Label => ({
  id,
  name,
  built_in: false,
  colour,
  effect,
})

/** Fields that a form leaves out stay as they are. */
const toFields = (
  { name, colour, effect }: LabelForm,
  before: Pick<store.LabelRow, 'colour' | 'effect'> = { colour: 'grey', effect: null },
) => ({
  name,
  colour: colour ?? before.colour,
  effect: effect === undefined ? before.effect : effect,
})
