/** A selection in a paged list: some rows by key, or all matching rows except some. */
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

/** The selected ones of the loaded rows. */
export const shownSelected = ({ kind, keys }: ManySelection, shown: readonly string[]): Set<string> =>
  new Set(shown.filter((key) => keys.has(key) === (kind === 'some')))

/** The selection after checkboxes of loaded rows changed. */
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

/** The selection as a request body. */
export const selectionBody = <Filter>({ kind, keys }: ManySelection, filter: Filter) =>
  kind === 'some' ? { ids: [...keys] } : { filter, except: [...keys] }
