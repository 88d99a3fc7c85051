/** A choice among more rows than are here: some of them by key, or all that the filter lets through but some. */
export interface ManySelection {
  kind: 'some' | 'all-but'
  keys: ReadonlySet<string>
}

export const nothing: ManySelection = { kind: 'some', keys: new Set() }
export const everything: ManySelection = { kind: 'all-but', keys: new Set() }

export const countSelected = ({ kind, keys }: ManySelection, total: number): number =>
  kind === 'some' ? keys.size : Math.max(0, total - keys.size)

export const stateOf = (selection: ManySelection, total: number): 'all' | 'some' | 'none' => {
  const count = countSelected(selection, total)
  if (count === 0) return 'none'
  return count >= total ? 'all' : 'some'
}

/** Which of the rows that are here are chosen. */
export const shownSelected = ({ kind, keys }: ManySelection, shown: readonly string[]): Set<string> =>
  new Set(shown.filter((key) => keys.has(key) === (kind === 'some')))

/** The choice after the boxes of the rows that are here changed. */
export function withShown(
  { kind, keys }: ManySelection,
  shown: readonly string[],
  selected: ReadonlySet<string>,
): ManySelection {
  const next = new Set(keys)
  for (const key of shown) {
    if (selected.has(key) === (kind === 'some')) next.add(key)
    else next.delete(key)
  }
  return { kind, keys: next }
}

/** As the calls that do something to many rows take it. */
export const selectionBody = <Filter>({ kind, keys }: ManySelection, filter: Filter) =>
  kind === 'some' ? { ids: [...keys] } : { filter, except: [...keys] }
