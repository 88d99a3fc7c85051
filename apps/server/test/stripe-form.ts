export type Parameters = Record<string, unknown>

/** Parses `a[b][0][c]=d` into nested objects, as Stripe reads forms. */
export function nested(search: URLSearchParams): Parameters {
  const root: Parameters = {}
  for (const [name, value] of search) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop()!
    let at = root
    for (const part of path) {
      at[part] ??= {}
      at = at[part] as Parameters
    }
    at[last] = value
  }
  return root
}
