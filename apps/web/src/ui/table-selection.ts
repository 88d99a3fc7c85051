export type Selection = ReadonlySet<string>

/** The selection after one row's checkbox changed; Shift selects the range from the last one. */
export function withRow(
  selected: Selection,
  keys: readonly string[],
  change: { key: string; isSelected: boolean; rangeFrom: string | null },
): Set<string> {
  const next = new Set(selected)
  const from = change.rangeFrom === null ? -1 : keys.indexOf(change.rangeFrom)
  const to = keys.indexOf(change.key)
  const range = from < 0 ? [change.key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const key of range) {
    if (change.isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** The selection after the header checkbox changed; rows that aren't shown keep their state. */
export function withAllRows(selected: Selection, keys: readonly string[], isSelected: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

export function stateOfAll(selected: Selection, keys: readonly string[]): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}
