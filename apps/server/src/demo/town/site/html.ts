/** Markup that is safe to put into a page as it stands. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = string | number | Html | null | readonly Html[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}

/** A tagged template: values are escaped unless they are markup already. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, index) => text + asText(values[index - 1] ?? null) + part))
}

function asText(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map((item) => item.text).join('\n')
}

/** Data for a script element: no `<` can end the element early. */
export function jsonForScript(data: unknown): Html {
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
}
