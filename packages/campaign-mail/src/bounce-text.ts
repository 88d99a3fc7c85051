/** An address named in the text of a bounce, with the text about it. */
export interface NamedRecipient {
  address: string
  words: string
}

/** Where the report's own text ends and a copy of the original message begins. */
const COPY_FOLLOWS = [
  /^[\s>|*=-]*(?:below (?:this line )?is|enclosed is|included is|attached is|attachment is|this is|here is) (?:an? )?(?:the )?(?:copy|header|original)/i,
  /^[\s>|*=-]*the (?:header|headers|text|first \d+ \w+) of (?:the|your) (?:original )?message/i,
  /^[\s>|*=-]*(?:original|returned|undelivered|unsent|old|rejected) (?:e-?mail |mail |message )?(?:message|mail|headers?|follows|below|info\w*|text|header)?(?: header| headers| info\w*| text| body)?(?: follows?| is attached| below)?[\s.:|=*-]*$/i,
  /^[\s>|*=-]*(?:message|mail|returned message) (?:headers?|text|body|contents?)(?: follows?| below)?[\s.:|=*-]*$/i,
  /^[\s>|*=-]*(?:a )?copy of (?:the|your) (?:original )?message/i,
  /^[\s>|*=-]*-{2,}\s*(?:original mail|ursprüngliche|message d'origine|mensaje original|исходное|原信|original)/i,
  /^(?:Received|DKIM-Signature|X-Received|Return-Path): /,
]

/** A line that introduces a list of failed recipients. */
const LIST_FOLLOWS =
  /(?:following|these|the|diese|folgende|suivant|siguiente|следующ|получател)[^:]{0,60}(?:recipient|address|user|mailbox|destinat|empfänger|adress|direccion|получател|адрес)|(?:delivered|reach|deliver(?:ing)?)[^:]{0,40}(?:to|recipient)[^:]{0,20}:\s*$|failed addresses follow|failure reasons|fatal errors|delivery problems|以下|下列|宛先|收件人|收信人/i

const ADDRESS =
  /[A-Za-z0-9._%+=!#$&'*/?^`{|}~-]{1,80}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,10}[A-Za-z0-9-]{1,63}/g
const LEADING = /^[\s>*•|\-–"'`<([=.]*(?:smtp:|mailto:)?[<"'(]*$/i
const LABEL =
  /(?:recipient|address|user(?:id| ?name)?|mail ?box|rcpt to|account|destinat\w*|undeliverable to|deliver\w*(?: your (?:mail|message))? to|attempts|message to|addressed to|failed for|empfänger\w*|получател\w*|адрес\w*|宛先|收件人|mailing list|smtp|t=)[^@\n]{0,60}$/i
const REPLY = /(?:^|[\s<>*])[245]\d\d[ -](?:[245]\.\d+\.\d+[ :]*)?[<"'(]*$/
const NOT_FAILED =
  /(?:^|[\s>*])(?:from|reply-to|sender|original sender|original address|mail from|contact|cc|f=)\s*:?\s*[<["'(]*$|(?:contact|mail to|e-?mail|write to|assistance|help|visit|notify|please|envelope-from|support|abuse|copy to|addressed from|accepting mail from|message from|to the address|e\.g\.|try)[^@\n]{0,80}$/i
/** 'pipe to |/usr/bin/sorter generated from kim@…': the address written to, and the target that failed. */
const LED_TO =
  /(?:(?:generated|expanded|forwarded|redirected|rewritten|derived|originally addressed|alias(?:ed)?|resulting) (?:from|to|by)|original(?:ly)? (?:recipient|to|addressed to)|erzeugt aus|weitergeleitet von|généré (?:de|à partir de)|étendu de)\s*:?\s*[<["'(]*$/i
const TO_LABEL = /(?:^|[\s>*])to\s*:\s*[^@]{0,40}$/i

/** The report's own text, and the copy of the original that many servers put below it. */
export function noticeOf(text: string): { notice: string; copy: string } {
  const lines = text.split('\n')
  const first = lines.findIndex(
    (line, index) => index > 0 && line.length < 200 && COPY_FOLLOWS.some((sign) => sign.test(line)),
  )
  if (first < 0) return { notice: text, copy: '' }
  return { notice: lines.slice(0, first).join('\n'), copy: lines.slice(first).join('\n') }
}

interface Mention {
  address: string
  line: number
  /** 4: listed after a heading; 3: at the start of a line or labelled; 2: a To: line; 1: anywhere. */
  weight: number
}

/**
 * The failed recipients that the text of a report names. `others` are addresses unlikely to be meant: the reporting
 * server's and the one that the report is addressed to.
 */
export function findNamedRecipients(notice: string, others: ReadonlySet<string>): NamedRecipient[] {
  const lines = notice.split('\n')
  const mentions = mentionsIn(lines).filter((mention) => mention.weight > 0)
  const foreign = mentions.filter((mention) => !others.has(mention.address) && !isServer(mention.address))
  const unowned = foreign.length > 0 ? foreign : mentions.filter((mention) => mention.weight > 1)
  const best = Math.max(0, ...unowned.map((mention) => mention.weight))
  const chosen = unowned.filter((mention) => mention.weight === best || (best === 4 && mention.weight === 3))
  const addresses = [...new Set(chosen.map((mention) => mention.address))]
  return addresses.map((address) => ({ address, words: wordsAbout(address, chosen, lines) }))
}

function mentionsIn(lines: string[]): Mention[] {
  const mentions: Mention[] = []
  let listed = false
  for (const [index, line] of lines.entries()) {
    const text = line.slice(0, 1_000)
    const found = [...text.matchAll(ADDRESS)]
    for (const match of found) {
      const address = match[0].toLowerCase().replace(/^['`]|['`]$/g, '')
      mentions.push({ address, line: index, weight: weigh(text.slice(0, match.index), listed) })
    }
    if (LIST_FOLLOWS.test(text)) listed = true
    if (mentions.length > 2_000) break
  }
  return mentions
}

function weigh(before: string, listed: boolean): number {
  if (LED_TO.test(before)) return listed ? 4 : 3
  if (TO_LABEL.test(before) && !/rcpt to/i.test(before)) return 2
  if (NOT_FAILED.test(before)) return 0
  if (LEADING.test(before)) return listed ? 4 : 3
  if (LABEL.test(before) || REPLY.test(before)) return 3
  return 1
}

function isServer(address: string): boolean {
  return /^(?:mailer-daemon|postmaster|mail-daemon|mdaemon|abuse|help|support|root)@/.test(address)
}

/** From the first mention of an address to that of the next one, at most 25 lines. */
function wordsAbout(address: string, chosen: Mention[], lines: string[]): string {
  const start = chosen.find((mention) => mention.address === address)!.line
  const next = chosen.find((mention) => mention.line > start && mention.address !== address)?.line
  const end = Math.min(next ?? lines.length, start + 25)
  return lines.slice(start, Math.max(end, start + 1)).join('\n')
}
