import { escapeHtml } from './escape-html.ts'

/** What came of filling in a template. Names are listed once each, in the order of their first use. */
export interface RenderedTemplate {
  text: string
  /** Known placeholders without a value and without a fallback; they are filled in as nothing. */
  missing: string[]
  /** Placeholders that are not on the list of known names; they stay as they are written. */
  unknown: string[]
  /** Placeholders whose fallback was used. */
  used_fallbacks: string[]
}

/** The names that a template may use when no other list is given. */
export const TEMPLATE_NAMES = [
  'businessName',
  'firstName',
  'lastName',
  'title',
  'city',
  'website',
  'trade',
  'senderName',
] as const

export interface RenderOptions {
  /** `html` escapes the values for use in HTML text and attributes. */
  escape: 'html' | 'text'
  /** Names to allow instead of {@link TEMPLATE_NAMES}. */
  names?: readonly string[]
}

/**
 * Fills `{{businessName}}` and `{{firstName|there}}` in a template, in one pass and linear time. Values are
 * data: they are never read as templates, control characters and line breaks in them become spaces. A
 * fallback belongs to the template's author and is taken as written.
 */
export function renderTemplate(
  template: string,
  values: Record<string, string | null | undefined>,
  options: RenderOptions,
): RenderedTemplate {
  const names = new Set<string>(options.names ?? TEMPLATE_NAMES)
  const missing = new Set<string>()
  const unknown = new Set<string>()
  const usedFallbacks = new Set<string>()
  const text = replacePlaceholders(template, (name, fallback, source) => {
    if (!names.has(name)) {
      unknown.add(name)
      return source
    }
    const value = Object.hasOwn(values, name) ? oneLine(values[name] ?? '') : ''
    if (value) return options.escape === 'html' ? escapeHtml(value) : value
    if (fallback === null) missing.add(name)
    else usedFallbacks.add(name)
    return fallback ?? ''
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

/** The first of the words that stand where a program had no value, or null. Most texts have none in them at all. */
export const findEmptyValue = (text: string): string | null =>
  text.includes('undefined') || text.includes('[object Object]')
    ? (EMPTY_VALUE.exec(text)?.[0] ?? null)
    : null

const EMPTY_VALUE = /\bundefined\b|\[object Object\]/

type Replace = (name: string, fallback: string | null, source: string) => string

function replacePlaceholders(template: string, replace: Replace): string {
  let out = ''
  let from = 0
  for (;;) {
    const opening = template.indexOf('{{', from)
    const closing = opening < 0 ? -1 : template.indexOf('}}', opening + 2)
    if (closing < 0) return out + template.slice(from)
    // '{{ a {{b}}': the last opening before the closing counts, what stands before it is text
    const start = template.lastIndexOf('{{', closing - 1)
    const inner = template.slice(start + 2, closing)
    const bar = inner.indexOf('|')
    const name = (bar < 0 ? inner : inner.slice(0, bar)).trim()
    const fallback = bar < 0 ? null : inner.slice(bar + 1).trim()
    out += template.slice(from, start) + replace(name, fallback, template.slice(start, closing + 2))
    from = closing + 2
  }
}

function oneLine(value: string): string {
  return value.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]+/g, ' ').trim()
}
