import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { fieldValues, splitMessage } from './message-bytes.ts'

const MAX_IDS = 200
const MAX_FROM = 2_000

/**
 * The Message-IDs that a message refers to, without brackets and once each: In-Reply-To, then References from newest
 * to oldest, then those of an embedded original. Ids in the body text are ignored: anybody can write them there.
 */
export function findMessageIds(mail: IncomingMail): string[] {
  const answered = headerValues(mail, 'in-reply-to').flatMap(idsIn)
  const references = headerValues(mail, 'references').flatMap(idsIn).reverse()
  const embedded = idsInHead(embeddedText(mail))
  return [...new Set([...answered, ...references, ...embedded])].slice(0, MAX_IDS)
}

/**
 * The Message-ID and the sender's address of a raw message, which are the same by whatever way it came; null without an
 * id. Includes the sender, so that a forged Message-ID can't hide somebody else's message.
 */
export function findIdentity(raw: Buffer): string | null {
  const { fields } = splitMessage(raw)
  const id = fieldValues(fields, 'message-id').flatMap(idsIn)[0]
  if (!id) return null
  const from = fieldValues(fields, 'from').join(' ').toLowerCase()
  const addresses = from.slice(0, MAX_FROM).match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g)
  // A name may look like an address; the address comes last.
  return `${id} ${addresses?.at(-1) ?? from}`
}

/** The embedded originals of a report, concatenated. */
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
