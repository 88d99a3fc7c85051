const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** All but tab and line breaks. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g
/** Soft hyphen, zero-width space and word joiner, byte order mark, tags. Joiners stay: Persian and emoji need them. */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Removes control characters and what reorders or hides others; keeps tabs and line breaks. */
export const withoutTricks = (text: string): string =>
  text.toWellFormed().replace(CONTROLS, '').replace(BIDI, '').replace(INVISIBLE, '')

/**
 * One line of plain text for a name, subject or file name from outside: without control, bidirectional and invisible
 * characters, which make 'invoice<RLO>fdp.exe' look like 'invoiceexe.pdf'.
 */
export const plainName = (text: string): string => withoutTricks(text).replace(/\s+/g, ' ').trim()

const MAX_FILE_NAME = 200

/** A {@link plainName} of at most 200 characters that every file system takes. Keeps the extension. */
export function plainFileName(text: string): string {
  const name = plainName(text)
    .replace(/[/\\<>:"|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (name.length <= MAX_FILE_NAME) return name
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, MAX_FILE_NAME - extension.length).toWellFormed()}${extension}`
}
