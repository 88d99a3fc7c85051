/**
 * Caches a pure function of a text: menus and footers are the same on every page of a site. Cleared completely when it
 * has `limit` entries.
 */
export function remember<Result>(read: (text: string) => Result, limit = 20_000): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as Result
    if (known.size >= limit) known.clear()
    const result = read(text)
    known.set(text, result)
    return result
  }
}
