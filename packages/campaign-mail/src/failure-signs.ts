import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { hasResponderSubject } from './responder-signs.ts'
import { FAILURE_SENTENCES, FAILURE_SUBJECTS } from './words/failures.ts'

const DAEMON_LOCAL =
  /^(?:mailer-?daemon|mail-?daemon|post_?master|mdaemon|maildelivery|mail-?system|mailerdaemon|bounces?|mmdf|smtp-daemon|delivery-?subsystem|ndr|autoreply-daemon|microsoftexchange[0-9a-f]{6,})(?:[-+_.].*)?$/i
const DAEMON_NAME =
  /mailer-?daemon|post_?master|mail delivery|delivery (?:sub)?system|system administrator|mail administrator|mail system|mailsystem|\bndr\b|internet mail|administrateur|системный|mdaemon|smtp daemon|mailserver/i

const SUBJECT =
  /returned to sender|delivery|deliver|bounce|reject|failed|failure|zustellung|devuelto|mail error|e-?mail error|problem|warning|blocked|expired|quota|配信|配達/i

const TEXT =
  /(?:could|can|was|were|is|has|have|did|does|will)(?: ?n.t| not)(?: able to)?(?: been| be)? (?:deliver|reach|accept|complet|sent|distribut|processed)|not (?:been )?(?:delivered|reach|able to deliver)|unable to (?:deliver|send|relay|route|complete)|undeliver|delivery (?:to |of |has |have |for |attempt|failed|failure|status|error|incomplete|is delayed|temporarily)|permanent (?:fatal )?errors?|failed (?:permanently|to deliver|addresses|delivery|for|recipients?)|had (?:permanent|delivery|transient|non-?fatal)|(?:user|recipient|mailbox|account|address|host) (?:unknown|not found|is unavailable|unavailable|is full|rejected|has been disabled)|(?:unknown|invalid) (?:user|recipient|address|mailbox|host|final)|returned (?:to|below|mail|because)|bounced|message (?:was |has been )?(?:rejected|blocked|refused|expired)|transcript of session|not a member of this|no such user|has been delayed|non-delivery|no valid recipients|does not like recipient|nicht zugestellt|konnte nicht|fehler bei der nachrichtenzustellung|zustellung (?:an|ist|war)|échec de la remise|n'est pas parvenu|recapito non riuscito|falha na entrega|(?:kan|kon) het bericht niet|nie powiodło się|no se ha entregado|misslyckades|mislykkedes|epäonnistui|se nezdařilo|n'a pas pu|n'ont pas pu|nie (?:mogła|mogło|została|można|udało)|nie dostarczono|não (?:pôde|pode|foi|foram)|não conseguimos|kunne ikke|kunde inte|ei voitu|nelze|nebyla doručena|teslim edileme|iletileme|nem (?:sikerült|kézbesíthető)|nu a putut|전송(?:하지|할 수)|수 없습니다|no se pudo|no ha podido|non è stato possibile|kon niet worden|не может быть доставлено|не удалось|не было доставлено|配送|配信|送信でき|届きません|届け|無法|无法|失败|失敗|배달/i
const CODES =
  /(?:^|[\s:;'"(<])(?:4[25]\d|5[05]\d)[ -](?:[45]\.\d{1,3}\.\d{1,3}\b|\S)|(?:^|[^\d.])[45]\.[0-7]\.\d{1,3}(?![\d.])|mailer-daemon|smtp|deliver[^@\n]{0,40}[<\s][^\s@<>]{1,100}@|mailbox is full/im

const FAILURE_SUBJECT = new RegExp(Object.values(FAILURE_SUBJECTS).join('|'), 'u')
const FAILURE_SENTENCE = new RegExp(Object.values(FAILURE_SENTENCES).join('|'), 'u')
const ADDRESS = /[^\s<>"'(),:;]{1,64}@[^\s<>"'(),:;]{1,200}\.[a-z0-9-]{2,63}/gi

/** True if the sender's name or address is one that mail servers use. */
export function isFromDaemon(mail: IncomingMail): boolean {
  const header = headerValues(mail, 'from').join(' ').slice(0, 1_000)
  const local = mail.from?.address.split('@')[0] ?? ''
  if (!mail.from?.address && headerValues(mail, 'from').length > 0) return true
  return (
    DAEMON_LOCAL.test(local) ||
    DAEMON_NAME.test(mail.from?.name ?? '') ||
    /\((?:mail delivery|mailer)[^)]*\)/i.test(header)
  )
}

/** True for the empty return path, which reports and automatic replies use. */
export function hasNullSender(mail: IncomingMail): boolean {
  return headerValues(mail, 'return-path').some((path) => /^<?\s*>?$|mailer-daemon/i.test(path))
}

/** `Re:` and its equivalents in other languages. */
export function isAnswerSubject(subject: string): boolean {
  return /^\s*(?:re|aw|antw|sv|vs|odp|rif|ref|res|ynt|atb|bls|ответ|отв|回复|回覆|答复|返信|답장)\s*(?:\[\d+\])?\s*[:：]/i.test(
    subject,
  )
}

/** `Fwd:` and its equivalents. */
export function isForwardSubject(subject: string): boolean {
  return /^\s*(?:fwd?|wg|tr|rv|i|vb|vs|doorst|enc|пересл|转发|轉寄|転送)\s*[:：]/i.test(subject)
}

/** True if the text of a message reports a failed delivery. */
export function hasFailureText(mail: IncomingMail): boolean {
  const text = mail.text.slice(0, 5_000)
  return TEXT.test(text) || FAILURE_SENTENCE.test(text.toLowerCase())
}

/** True if the subject alone identifies a mail server's report. */
export function hasReportSubject(mail: IncomingMail): boolean {
  const subject = (mail.subject ?? '').slice(0, 500)
  return FAILURE_SUBJECT.test(subject.toLowerCase()) && !isAnswerSubject(subject)
}

/**
 * True if a message without status fields is a bounce. The more its sender looks like a person, the more its text
 * must look like a server's: a customer may well write about a failed delivery.
 */
export function looksLikeBounce(mail: IncomingMail): boolean {
  if (headerValues(mail, 'x-failed-recipients').length > 0) return true
  const subject = (mail.subject ?? '').slice(0, 500)
  const hasSubject = hasReportSubject(mail)
  if (hasResponderSubject(subject) && !hasSubject) return false
  if (/vacation|auto-notified/i.test(headerValues(mail, 'auto-submitted').join(' '))) return false
  const hasText = hasFailureText(mail)
  if (isReport(mail)) return hasText || hasSubject
  if (isFromDaemon(mail)) return hasText || hasSubject || SUBJECT.test(subject)
  if (isAnswerSubject(subject)) return false
  if (hasNullSender(mail)) return hasText && (hasSubject || CODES.test(mail.text.slice(0, 5_000)))
  if (headerValues(mail, 'in-reply-to').length > 0) return false
  return hasText && (hasSubject || beginsWithFailure(mail))
}

/**
 * True if a short text begins with a failure and names an address other than those in the header: people don't write
 * like that.
 */
function beginsWithFailure(mail: IncomingMail): boolean {
  const text = mail.text.trim().slice(0, 1_500)
  if (!FAILURE_SENTENCE.test(text.slice(0, 300).toLowerCase()) || /[?？]/.test(text)) return false
  const known = [mail.from?.address, ...mail.to]
  return (text.match(ADDRESS) ?? []).some((address) => !known.includes(address.toLowerCase()))
}

function isReport(mail: IncomingMail): boolean {
  const type = headerValues(mail, 'content-type').join(' ')
  return /multipart\/report/i.test(type) && !/disposition-notification|feedback-report/i.test(type)
}
