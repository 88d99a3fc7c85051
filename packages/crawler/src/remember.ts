/**
 * Caches a pure function of a text: menus and footers are the same on every page of a site. Cleared
 * completely when it has `limit` entries.
 */
export function remember<Answer>(read: (text: string) => Answer, limit = 20_000): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as Answer
    if (known.size >= limit) known.clear()
    const answer = read(text)
    known.set(text, answer)
    return answer
  }
}
