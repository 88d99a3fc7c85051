import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { fieldValues, splitMessage } from './message-bytes.ts'

const MAX_IDS = 200

/**
 * The Message-IDs that a message points to, without brackets and each once: In-Reply-To, then References from the newest
 * on, then those of an embedded original. Ids in the text of a body are left alone: anybody can write them there.
 */
export function findMessageIds(mail: IncomingMail): string[] {
  const answered = headerValues(mail, 'in-reply-to').flatMap(idsIn)
  const references = headerValues(mail, 'references').flatMap(idsIn).reverse()
  const embedded = idsInHead(embeddedText(mail))
  return [...new Set([...answered, ...references, ...embedded])].slice(0, MAX_IDS)
}

/**
 * The Message-ID and the From line of a raw message, which servers on its way leave alone; null without an id. With the
 * sender, because a forged Message-ID must not hide somebody else's message.
 */
export function findIdentity(raw: Buffer): string | null {
  const { fields } = splitMessage(raw)
  const id = fieldValues(fields, 'message-id').flatMap(idsIn)[0]
  return id ? `${id} ${fieldValues(fields, 'from').join(' ').toLowerCase()}` : null
}

/** The embedded originals of a report, one below the other. */
export function embeddedText(mail: IncomingMail): string {
  return mail.parts
    .filter((part) => /rfc822|message\/(?:partial|global)(?:-headers)?$/.test(part.type))
    .map((part) => part.text)
    .join('\n')
}

function idsIn(value: string): string[] {
  const bracketed = value.slice(0, 50_000).match(/<[^<>\s]{3,250}>/g)
  if (bracketed) return bracketed.map((id) => id.slice(1, -1))
  return value.split(/\s+/).filter((word) => /^[^\s<>@]{1,150}@[^\s<>@]{1,150}$/.test(word))
}

function idsInHead(text: string): string[] {
  const lines = text
    .slice(0, 100_000)
    .matchAll(
      /^[> \t]{0,20}(?:Message-ID|X-Original-Message-ID|In-Reply-To)[ \t]{0,5}:[ \t]{0,5}(?:\n[> \t]{1,20})?([^\n]{1,300})/gim,
    )
  return [...lines].flatMap((line) => idsIn(line[1]!))
}
