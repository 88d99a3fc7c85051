import { useSearchParams } from 'react-router'

type Narrowing<Name extends string> = Record<Name, string>

export interface PagedAddress<Name extends string> {
  page: number
  /** The named filters in the address, empty if absent. */
  values: Narrowing<Name>
  isNarrowed: boolean
  /** Changes filters and goes to the first page. */
  narrow: (changes: Partial<Narrowing<Name>>) => void
  clear: () => void
  goTo: (page: number) => void
}

const LONGEST_PART = 200

/** Page number and filters of a list in the address, so that they survive a reload and Back. */
export function usePagedAddress<Name extends string>(...names: Name[]): PagedAddress<Name> {
  const [address, setAddress] = useSearchParams()
  const read = (from: URLSearchParams) =>
    Object.fromEntries(
      names.map((name) => [name, from.get(name)?.slice(0, LONGEST_PART) ?? '']),
    ) as Narrowing<Name>
  const values = read(address)
  const write = (changes: Partial<Narrowing<Name>>, page: number) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        const parts = { ...read(before), ...changes, page: page > 1 ? String(page) : '' }
        for (const [name, value] of Object.entries<string>(parts))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    page: Math.max(1, Math.trunc(Number(address.get('page'))) || 1),
    values,
    isNarrowed: names.some((name) => values[name] !== ''),
    narrow: (changes) => write(changes, 1),
    clear: () => write(Object.fromEntries(names.map((name) => [name, ''])) as Narrowing<Name>, 1),
    goTo: (page) => write({}, page),
  }
}
