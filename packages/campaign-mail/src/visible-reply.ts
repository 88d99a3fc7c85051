const MAX_TEXT = 50_000
const MAX_LINE = 1_000

const WROTE =
  'wrote|writes|said|a écrit|écrit|ha scritto|scritto|escribió|escribio|escreveu|schrieb|hat geschrieben|schreef|pisze|napisał(?:\\(a\\))?|napisała|skrev|kirjoitti|пишет|писал(?:а)?|написал(?:а|\\(а\\))?|写道|写于|寫道|のメッセージ|さんは書きました|작성|님이 작성|yazdı|şunları yazdı|έγραψε|napsal(?:a)?|írta|a scris|написа|đã viết|menulis|כתב|كتب'
const ATTRIBUTION = new RegExp(
  `(?:\\d|@).*(?:${WROTE})\\s?[:：]?\\s?[-–—]*$|(?:${WROTE})\\b.*(?:\\d|@).*[:：]$`,
  'iu',
)
/** 'Am 4.5.2026 schrieb Ann:' names the writer last. */
const VERB_FIRST = /^(?:am|op|den)\s.*\d.*(?:schrieb|schreef|skrev)\b.{0,80}[:：]$/i
const ATTRIBUTION_START =
  /^(?:on|le|el|il|em|am|op|w dniu|dnia|den|pe|в|на|在|dne|tarihinde|vào|pada|à|a|în|στις|so|mo|di|mi|do|fr|sa|ma|ti|ke|to|la|su|lu|lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun|ср|пн|вт|чт|пт|сб|вс|from|\d|[<"'\p{L}])/iu
const BARE_ATTRIBUTION = /(?:\d{4}|\d{1,2}[:.]\d{2}).*<[^<>\s]+@[^<>\s]+>["']?\s*[:：]$/u

const ORIGINAL =
  /^[\s>]*[-_=*]{1,20}\s?(?:original message|original appointment|forwarded message|reply message|message d'origine|message transféré|message original|ursprüngliche (?:nachricht|message)|originalnachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|mensagem original|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|oprindelig besked|ursprungligt meddelande|original(?:t)? (?:meddelande|melding)|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|исходное сообщение|пересылаемое сообщение|оригинальное сообщение|orijinal mesaj|eredeti üzenet|原始邮件|原邮件|原始郵件|元のメッセージ|원본 메일|원본 메시지|αρχικό μήνυμα)\s?[-_=*]{0,20}\s*$/iu
const BARE_ORIGINAL =
  /^\s*(?:begin forwarded message|ursprüngliche nachricht|début du message réexpédié|anfang der weitergeleiteten nachricht)\s*:?\s*-*$/i

const FROM_LABEL =
  /^[\s>*]*\*?(?:from|von|de|van|da|från|fra|od|от|kimden|lähettäjä|odesílatel|feladó|발신자?|보낸 ?사람|发件人|寄件者|差出人|送信者|从|מאת|من|από)\s?\*?\s?[:：]\*?\s?\S/iu
const HEADER_LABEL =
  /^[\s>*]*\*?(?:sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|enviada(?: em)?|fecha|data|para|asunto|assunto|inviato|oggetto|a|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|lähetetty|vastaanottaja|aihe|wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема|gönderme|kime|konu|dátum|címzett|tárgy|发送时间|收件人|主题|日期|寄件日期|主旨|送信日時|宛先|件名|日時|보낸 ?날짜|받는 ?사람|제목)\s?\*?\s?[:：]/iu

const SIGNATURE =
  /^\s*(?:-{2,4}|_{2,4}|\+{2,4}|={2,4}|—|-- |_{20,}|-{20,})\s*$|^\s*(?:sent (?:from|via|with|using) |get outlook for |gesendet (?:von|mit) |von (?:meinem|unterwegs) .*gesendet|diese nachricht wurde von mein|envoyé (?:depuis|de mon|de mon|à partir)|télécharger outlook|obtenir outlook|enviado desde |enviado do meu|enviado a partir|inviato da|verzonden vanaf|verstuurd vanaf|sendt fra |skickat från|lähetetty |wysłano z |wysłane z|odesláno z|отправлено (?:с|из) |iphone'?umdan|发自我的|從我的|我的 ?iphone|iPhoneから送信|나의 iphone)/iu
const CLOSING =
  /^\s*(?:cheers|best wishes|(?:\w{1,20}\s){0,2}(?:and )?regards|regards|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|(?:\w{1,20}\s)?cordialement|bien (?:à|a) vous|bonne (?:journée|soirée)|mit freundlichen grü(?:ß|ss)en|(?:viele|beste|liebe|freundliche|herzliche) grü(?:ß|ss)e|mfg|saludos(?: cordiales)?|un saludo|atentamente|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?|mvh|med vänlig(?:a)? hälsning(?:ar)?|med venlig hilsen|atenciosamente|pozdrawiam|с уважением)\s?[,.!！]{0,2}\s*$/iu

/**
 * What the writer of a reply wrote: without the quoted message, however its mail program introduces it,
 * without quoted lines and without the signature. An answer below or between quotes is kept. Reads at
 * most 50,000 characters, a line at a time.
 */
export function visibleReply(text: string): string {
  const normalized = text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
  const lines = normalized.split('\n').map((line) => line.slice(0, MAX_LINE))
  const own = ownLines(lines)
  return withoutSignature(own)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The lines that are neither quoted nor behind a sign that all the rest is the original. */
function ownLines(lines: string[]): string[] {
  const own: string[] = []
  for (let at = 0; at < lines.length; ) {
    if (startsOriginal(lines, at)) break
    const attribution = attributionLength(lines, at)
    if (attribution > 0) {
      const after = nextFilled(lines, at + attribution)
      // without quoting marks nothing tells where the quoted text ends
      if (after < 0 || !isQuoted(lines[after]!)) break
      at = after
    } else if (isQuoted(lines[at]!)) at += 1
    else own.push(lines[at++]!)
  }
  return own
}

function isQuoted(line: string): boolean {
  return /^\s{0,3}>/.test(line)
}

function startsOriginal(lines: string[], at: number): boolean {
  const line = lines[at]!
  if (ORIGINAL.test(line) || BARE_ORIGINAL.test(line)) return true
  if (/^\s*_{20,}\s*$/.test(line)) {
    const next = nextFilled(lines, at + 1)
    return next >= 0 && FROM_LABEL.test(lines[next]!)
  }
  if (!FROM_LABEL.test(line)) return false
  const following = lines.slice(at + 1, at + 7).filter((each) => each.trim())
  if (following.slice(0, 4).some((each) => HEADER_LABEL.test(each))) return true
  return /[[<][^\s@<>]+@[^\s<>]+[\]>]/.test(`${line} ${following[0] ?? ''}`)
}

/** How many lines from here introduce a quote ('On …, … wrote:' may be folded over four); 0 for none. */
function attributionLength(lines: string[], at: number): number {
  const first = lines[at]!.trim().replace(/^[-–—*\s]+/, '')
  if (first.length < 5 || isQuoted(lines[at]!) || !ATTRIBUTION_START.test(first)) return 0
  let joined = ''
  for (let length = 1; length <= 4 && at + length <= lines.length; length += 1) {
    const line = lines[at + length - 1]!
    if (!line.trim() || (length > 1 && isQuoted(line))) return 0
    joined = `${joined} ${line.trim()}`.trim()
    if (joined.length > 600) return 0
    if (![ATTRIBUTION, VERB_FIRST, BARE_ATTRIBUTION].some((form) => form.test(joined))) continue
    return isAttribution(joined) ? length : 0
  }
  return 0
}

/** A sentence of the writer's own may end in 'wrote:' too; a date or an address makes the difference. */
function isAttribution(joined: string): boolean {
  if (!/[:：]\s*[-–—]*$/.test(joined) && !/^(?:on|le|el|il|em)\s/i.test(joined)) return false
  return /\d{1,2}[:.h]\d{2}|@|\d{1,2}[./-]\d{1,2}|\d{1,2}\D{1,20}\d{4}|\d{4}\D{1,3}\d{1,2}/.test(joined)
}

function withoutSignature(lines: string[]): string[] {
  const at = lines.findIndex((line, index) => {
    if (!SIGNATURE.test(line) && !CLOSING.test(line)) return false
    return lines.slice(0, index).some((before) => before.trim())
  })
  return at < 0 ? lines : lines.slice(0, at)
}

function nextFilled(lines: string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at]!.trim()) return at
  return -1
}
