import type { IncomingMail } from './incoming-mail.ts'

/** Descriptions of a message without text, by the type of its first part. */
const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'A picture'],
  [/^audio\//, 'A voice message'],
  [/^video\//, 'A video'],
  [/^application\/pdf$/, 'A PDF document'],
  [/^text\/(?:x-)?vcard$|^text\/directory$/, 'A contact card'],
  [/^application\/(?:x-)?pkcs7-mime$/, 'A signed or encrypted message'],
  [/^application\/pgp-encrypted$/, 'An encrypted message'],
  [/^application\/(?:x-)?pkcs7-signature$|^application\/pgp-signature$/, 'A signature without text'],
]
const CALENDAR = /^(?:text\/calendar|application\/ics)$/
const PARTICIPATION: Readonly<Record<string, string>> = {
  ACCEPTED: 'Invitation accepted',
  DECLINED: 'Invitation declined',
  TENTATIVE: 'Invitation tentatively accepted',
}

/** A short description of a message without text; empty if it contains nothing at all. */
export function describeContent(mail: IncomingMail): string {
  const calendar = mail.attachments.find(({ type }) => CALENDAR.test(type))
  if (calendar) return describeCalendar(calendar.text)
  // A picture with a signature counts as a picture.
  const known = CONTENTS.find(([pattern]) => mail.attachments.some(({ type }) => pattern.test(type)))
  if (known) return known[1]
  if (mail.hasPicture) return 'A picture'
  return mail.attachments.length > 0 ? 'A file' : ''
}

function describeCalendar(text: string): string {
  const answer = /^ATTENDEE[^\n]{0,500}PARTSTAT=([A-Z]+)/im.exec(text.replace(/\n[ \t]/g, ''))?.[1]
  return PARTICIPATION[answer?.toUpperCase() ?? ''] ?? 'A calendar invitation'
}
