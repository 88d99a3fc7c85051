import { escapeHtml } from '@goldpan/campaign-mail/escape-html'

/** Markup that needs no escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | null | readonly Html[]

/** A tagged template that escapes all values but Html. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, index) => text + asText(values[index - 1] ?? null) + part))
}

function asText(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map((item) => item.text).join('\n')
}

/** JSON for a script element, where `<` could end the element. */
export function jsonForScript(data: unknown): Html {
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
}
