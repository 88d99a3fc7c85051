import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Html, html } from './html.ts'

/** Proves that a form was made by one of our processes for the path that it is sent to. */
export interface FormTokens {
  sign(path: string): string
  isValid(path: string, token: string | undefined): boolean
}

/** `secret` is the same for all processes of the installation. */
export function createFormTokens(secret: Buffer): FormTokens {
  const sign = (path: string) => createHmac('sha256', secret).update(`form ${path}`).digest('base64url')
  return {
    sign,
    isValid(path, token = '') {
      const [a, b] = [Buffer.from(sign(path)), Buffer.from(token)]
      return a.length === b.length && timingSafeEqual(a, b)
    },
  }
}

/** A refused form: the typed values and the reason. */
export interface Refused {
  /** The path that it was sent to. */
  action: string
  sentence: string
  typed: Record<string, string>
}

/** Context for rendering forms: the signing tokens, and the result of the last submission. */
export interface Shown {
  tokens: FormTokens
  done?: string | null | undefined
  refused: Refused | null
}

interface Field {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'email'
}

interface Form {
  action: string
  button: string
  tone?: 'main' | 'danger'
  fields?: readonly Field[]
  /** A box that has to be ticked. */
  confirm?: { name: string; label: string }
}

export const FORM_TOKEN = 'form_token'
export const REASON: Field = { name: 'reason', label: 'Reason' }

/** All fields are required. */
export function form({ tokens, refused }: Shown, { action, button, tone, fields = [], confirm }: Form): Html {
  const own = refused?.action === action ? refused : null
  const idOf = (name: string) => `${action.replace(/[^a-z0-9]+/gi, '-')}-${name}`
  const errorId = idOf('error')
  const inputs = fields.map(({ name, label, hint, type = 'text' }) => {
    const described = [hint && idOf(`${name}-hint`), own && errorId].filter(Boolean).join(' ')
    return html`<label for="${idOf(name)}">${label}</label>
${hint ? html`<small id="${idOf(`${name}-hint`)}">${hint}</small>` : null}
<input id="${idOf(name)}" name="${name}" type="${type}" maxlength="500" autocomplete="off" required${own ? html` aria-invalid="true"` : null}${described ? html` aria-describedby="${described}"` : null} value="${own?.typed[name] ?? ''}">
`
  })
  const box =
    confirm &&
    html`<label><input type="checkbox" name="${confirm.name}" value="yes"${own?.typed[confirm.name] ? html` checked` : null}>${confirm.label}</label>\n`
  return html`<form method="post" action="${action}">
<input type="hidden" name="${FORM_TOKEN}" value="${tokens.sign(action)}">
${own ? html`<p class="box error" role="alert" id="${errorId}">${own.sentence}</p>\n` : null}${inputs}${box}<button${tone ? html` class="${tone}"` : null}>${button}</button>
</form>`
}
