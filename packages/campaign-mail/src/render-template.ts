import { escapeHtml } from './escape-html.ts'

/** A filled-in template. Names are listed once each, in order of first use. */
export interface RenderedTemplate {
  text: string
  /** Known placeholders with neither a value nor a fallback; they become empty. */
  missing: string[]
  /** Placeholders that are not among `names`; they stay in the text. */
  unknown: string[]
  /** Placeholders whose fallback was used. */
  used_fallbacks: string[]
}

export interface RenderOptions {
  /** `html` escapes values for HTML text and attributes; `url` percent-encodes values and fallbacks. */
  escape: 'html' | 'text' | 'url'
  /** The placeholders that are filled in. */
  names: readonly string[]
  /** Leaves placeholders with neither a value nor a fallback in the text, for a person to fill in. */
  keepsMissing?: boolean
}

/**
 * Fills in `{{businessName}}` and `{{firstName|there}}`, in one pass and linear time. Values are data: placeholders in
 * them aren't filled in, and their control characters and line breaks become spaces. A fallback is the author's own
 * text and is used as written. Where nothing is filled in, a space beside it goes too: none is doubled or before a comma.
 */
export function renderTemplate(
  template: string,
  values: Record<string, string | null | undefined>,
  options: RenderOptions,
): RenderedTemplate {
  const names = new Set(options.names)
  const missing = new Set<string>()
  const unknown = new Set<string>()
  const usedFallbacks = new Set<string>()
  const text = replacePlaceholders(template, (name, fallback, source) => {
    if (!names.has(name)) {
      unknown.add(name)
      return source
    }
    const value = Object.hasOwn(values, name) ? oneLine(values[name] ?? '') : ''
    if (!value && fallback === null) {
      missing.add(name)
      if (options.keepsMissing) return source
    } else if (!value) usedFallbacks.add(name)
    if (options.escape === 'url') return percentEncode(value || (fallback ?? ''))
    return value && options.escape === 'html' ? escapeHtml(value) : value || (fallback ?? '')
  })
  return { text, missing: [...missing], unknown: [...unknown], used_fallbacks: [...usedFallbacks] }
}

/** The first placeholder left in a text, braces included, or null. */
export function findPlaceholder(text: string): string | null {
  if (!text.includes('{{')) return null
  let found: string | null = null
  replacePlaceholders(text, (_name, _fallback, source) => {
    found ??= source
    return source
  })
  return found
}

/** The first sign of a value that isn't text, or null. The word 'undefined' may be legitimate. */
export const findEmptyValue = (text: string): string | null => /\[object Object\]/.exec(text)?.[0] ?? null

type Replace = (name: string, fallback: string | null, source: string) => string

function replacePlaceholders(template: string, replace: Replace): string {
  let out = ''
  let from = 0
  for (;;) {
    const opening = template.indexOf('{{', from)
    const closing = opening < 0 ? -1 : template.indexOf('}}', opening + 2)
    if (closing < 0) return out + template.slice(from)
    // In '{{ a {{b}}' the last opening counts; the earlier one is text.
    const start = template.lastIndexOf('{{', closing - 1)
    const inner = template.slice(start + 2, closing)
    const bar = inner.indexOf('|')
    const name = (bar < 0 ? inner : inner.slice(0, bar)).trim()
    const fallback = bar < 0 ? null : inner.slice(bar + 1).trim()
    const before = out + template.slice(from, start)
    const filled = replace(name, fallback, template.slice(start, closing + 2))
    from = closing + 2
    const next = template[from]
    out = before + filled
    if (filled !== '') continue
    if (before.endsWith(' ') && next && ',.;'.includes(next)) out = before.slice(0, -1)
    else if (next === ' ' && /^\s?$/.test(before.slice(-1))) from += 1
  }
}

/** Encodes all but unreserved characters (RFC 3986), so that a value can't end a query or a link in brackets. */
const percentEncode = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function oneLine(value: string): string {
  return value.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
}
