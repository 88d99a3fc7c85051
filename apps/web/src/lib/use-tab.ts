import { useLocation, useSearchParams } from 'react-router'

const PARAMETER = 'tab'

/** The tab that the address or else the navigation state names, or the first one; and how to go to another. Back returns. */
export function useTab<Value extends string>(
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const wanted = query.get(PARAMETER) ?? (state as { tab?: unknown } | null)?.tab
  const value = values.find((one) => one === wanted) ?? values[0]
  // The rest of the query belongs to the tab that is left.
  return [value, (next) => setQuery({ [PARAMETER]: next }, { preventScrollReset: true })]
}
