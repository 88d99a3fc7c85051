import type { OutgoingMail } from './port.ts'

/** What a server said to EHLO that it can do, as far as it changes how a message is handed over. */
export interface SmtpOffers {
  dsn: boolean
  pipelining: boolean
  size: boolean
  utf8: boolean
  /** In bytes; 0 when it names no limit. */
  maxSize: number
}

/** Read out of the whole answer to EHLO; one to HELO offers nothing. */
export function readOffers(answer: string): SmtpOffers {
  const size = /[ -]SIZE(?:[ \t]+(\d+))?/im.exec(answer)
  return {
    dsn: /[ -]DSN\b/im.test(answer),
    pipelining: /[ -]PIPELINING\b/im.test(answer),
    size: size !== null,
    utf8: /[ -]SMTPUTF8\b/im.test(answer),
    maxSize: Number(size?.[1]) || 0,
  }
}

/** MAIL and RCPT for a message, each with its line end. Throws on an address that would end its line or its brackets. */
export function envelopeCommands({ raw, envelope, dsn }: OutgoingMail, offers: SmtpOffers) {
  const from = envelope.from.trim()
  const to = envelope.to.trim()
  if (BREAKS_OUT.test(from)) throw new Error(`Invalid sender ${JSON.stringify(from)}`)
  if (!to || BREAKS_OUT.test(to)) throw new Error(`Invalid recipient ${JSON.stringify(to)}`)
  let mail = `MAIL FROM:<${from}>`
  let rcpt = `RCPT TO:<${to}>`
  if (offers.utf8 && (BEYOND_ASCII.test(from) || BEYOND_ASCII.test(to))) mail += ' SMTPUTF8'
  if (offers.size && raw.length > 0) mail += ` SIZE=${raw.length}`
  if (dsn && offers.dsn) {
    mail += ` RET=HDRS ENVID=${toXtext(dsn.id)}`
    rcpt += ` NOTIFY=${dsn.notify.join(',').toUpperCase()} ORCPT=${toXtext(dsn.recipient)}`
  }
  return { mail: `${mail}\r\n`, rcpt: `${rcpt}\r\n` }
}

const BREAKS_OUT = /[\r\n<>]/
const BEYOND_ASCII = /[\x80-\uffff]/

/** RFC 3461, 4: everything but printable ASCII as `+` and two digits, and so `+` and `=`. */
const toXtext = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^!-*,-<>-~]/g, (byte) => `+${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
