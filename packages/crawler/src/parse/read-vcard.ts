import { matchAddresses } from '../address/match.ts'
import type { StructuredPerson } from '../techniques/technique.ts'

export interface CardFinding {
  email: string
  person?: StructuredPerson
}

/** Reads vCard 2.1 to 4.0: folded lines, quoted-printable with charset, base64. */
export function readVcard(text: string): CardFinding[] {
  const lines = unfold(text)
  const cards: CardFinding[] = []
  let card = new Map<string, string>()
  let emails: string[] = []
  for (const line of lines) {
    const field = readField(line)
    if (!field) continue
    if (field.name === 'BEGIN') {
      card = new Map()
      emails = []
    } else if (field.name === 'EMAIL') {
      emails.push(...[...matchAddresses(field.value.replace(/^mailto:/i, ''), 3)].map(({ email }) => email))
    } else if (field.name === 'END') {
      const person = personOf(card)
      for (const email of emails) cards.push({ email, ...(person && { person }) })
    } else if (!card.has(field.name)) {
      card.set(field.name, field.value)
    }
  }
  return cards
}

/** Continuation lines start with a space, or follow a '=' in quoted-printable. */
function unfold(text: string): string[] {
  const joined = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '')
  const lines: string[] = []
  for (const line of joined.split('\n').slice(0, 2000)) {
    const before = lines.at(-1)
    if (before?.endsWith('=') && /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i.test(before))
      lines[lines.length - 1] = before.slice(0, -1) + line
    else lines.push(line)
  }
  return lines
}

function readField(line: string): { name: string; value: string } | undefined {
  const match = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:;]*)*):(.*)$/.exec(line)
  if (!match) return undefined
  const [, name = '', parameters = '', raw = ''] = match
  const charset = /CHARSET="?([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8'
  const value = /QUOTED-PRINTABLE/i.test(parameters)
    ? decodeQuoted(raw, charset)
    : /ENCODING=(?:b|base64)/i.test(parameters)
      ? Buffer.from(raw, 'base64').toString('utf8')
      : raw
  return {
    name: name.toUpperCase(),
    value: value
      .replace(/\\([,;\\])/g, '$1')
      .replace(/\\n/gi, ' ')
      .trim(),
  }
}

function decodeQuoted(text: string, charset: string): string {
  const bytes = Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function personOf(card: Map<string, string>): StructuredPerson | undefined {
  const [family = '', given = ''] = card.get('N')?.split(';') ?? []
  const org = card.get('ORG')?.split(';')[0]?.trim()
  const fn = card.get('FN')
  const title = card.get('TITLE') ?? card.get('ROLE')
  const phone = card.get('TEL')?.replace(/^tel:/i, '')
  const isCompany = !given && (!fn || fn === org)
  const name: StructuredPerson = isCompany
    ? {}
    : given
      ? { first_name: given.trim(), last_name: family.trim() }
      : { name: fn! }
  const person = { ...name, ...(title && !isCompany && { title }), ...(phone && { phone }) }
  return Object.keys(person).length > 0 ? person : undefined
}
