import { escapeHtml } from '@goldpan/campaign-mail/escape-html'

/** Finished HTML. Only `html` makes it, so whatever else is put into a page is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Content = Html | string | number | null | false | undefined | readonly Content[]

/** Joins a template with its values, escaped unless they are `Html`. Null, undefined and false are left out. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(parts.reduce((text, part, at) => `${text}${toText(values[at - 1])}${part}`))
}

function toText(value: Content): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value))
}
