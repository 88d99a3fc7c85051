import sanitize from 'sanitize-html'

class TooDeep extends Error {}

/**
 * True if more than `limit` elements are open at once, as a parser sees it: it then takes quadratic time. End tags that
 * end nothing, in comments or of other elements, don't count.
 */
export function isDeeper(html: string, limit: number): boolean {
  if (!hasMoreTags(html, limit)) return false
  let open = 0
  const onOpenTag = () => {
    open += 1
    if (open > limit) throw new TooDeep()
  }
  const onCloseTag = () => {
    open -= 1
  }
  try {
    sanitize(html, { allowedTags: [], onOpenTag, onCloseTag })
    return false
  } catch (error) {
    if (error instanceof TooDeep) return true
    throw error
  }
}

function hasMoreTags(html: string, limit: number): boolean {
  let count = 0
  for (const _ of html.matchAll(/<[a-z]/gi)) {
    count += 1
    if (count > limit) return true
  }
  return false
}
