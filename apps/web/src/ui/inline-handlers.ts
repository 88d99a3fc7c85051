const TAG_START = /<[a-z][^\s/>]*/gi
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]*)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*)?)?/y

/**
 * Removes onclick, onerror and other inline handlers from HTML. Browsers report each of them as a violation of the
 * content security policy while parsing. This only avoids the reports; sanitizing comes after it.
 */
export function withoutInlineHandlers(html: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    TAG_START.lastIndex = at
    if (!TAG_START.test(html)) return kept + html.slice(at)
    kept += html.slice(at, TAG_START.lastIndex)
    const tag = attributesFrom(html, TAG_START.lastIndex)
    kept += tag.kept
    at = tag.end
  }
}

function attributesFrom(html: string, start: number): { kept: string; end: number } {
  let kept = ''
  let end = start
  for (;;) {
    ATTRIBUTE.lastIndex = end
    const [attribute = '', name = ''] = ATTRIBUTE.exec(html) ?? []
    if (attribute === '') return { kept, end }
    end += attribute.length
    kept += /^on/i.test(name) ? ' ' : attribute
  }
}
