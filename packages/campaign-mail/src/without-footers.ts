import { fold } from './fold.ts'
import { allFooterWords } from './footer-words.ts'

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** 'This message was sent to {address} by {sender}.' in each language. */
const REASONS = allFooterWords.map(
  ({ reason }) =>
    new RegExp(
      fold(literal(reason))
        .toLowerCase()
        .replace('\\{address\\}', '.{1,200}')
        .replace('\\{sender\\}', '.{1,200}'),
    ),
)
const LABELS = allFooterWords.flatMap(({ unsubscribe, privacy }) => [unsubscribe, privacy])
const LINKS = new RegExp(
  `^[\\s|·•*>-]*(?:${LABELS.map((label) => literal(fold(label).toLowerCase())).join('|')})(?:[\\s|·•*:<(\\[-]{1,5}(?:${LABELS.map((label) => literal(fold(label).toLowerCase())).join('|')}|https?://\\S*))+[\\s|)\\]>]*$`,
)

/** Beginnings of sentences in quoted footers and legal notices, whose requests aren't the author's. */
const NOTICES = [
  /^(?:please )?(?:if you (?:are not|aren't) the|if you (?:have )?received this|this (?:e-?mail|message)(?: and any| \(| is (?:confidential|intended)| may contain|, including)|if you (?:no longer|do not|don't) (?:wish to|want to|want any) (?:receive|more)|if you (?:would like|want|wish) to (?:unsubscribe|opt out)|to (?:unsubscribe|opt out)|click (?:here|below)|you (?:are receiving|received) this (?:e-?mail|message|newsletter) because|you (?:can|may) unsubscribe)/,
  /^(?:(?:wenn|falls|sollten) sie (?:nicht der|diese (?:e-?mail|nachricht)|(?:in zukunft |kunftig )?keine (?:weiteren )?(?:e-?mails?|newsletter|informationen|nachrichten))|diese (?:e-?mail|nachricht) (?:enthalt|ist vertraulich|kann vertraul)|um sich (?:ab|aus)zu|sie erhalten diese)/,
  /^(?:si vous (?:n'etes pas|avez recu|ne souhaitez plus|ne desirez plus|souhaitez vous des)|ce (?:message|courriel|mail) (?:est confid|et ses|et toutes)|pour (?:vous|se) (?:desabonner|desinscrire)|vous recevez ce)/,
  /^(?:si (?:usted|ud\.?) no es|si (?:ha recibido|no desea|ya no desea)|este (?:mensaje|correo) (?:es confid|y sus|contiene|puede contener)|para (?:darse|darte) de baja|usted recibe este)/,
  /^(?:se non (?:e il|siete i|desidera|desiderate|vuole|vuoi)|se (?:ha|avete) ricevuto|(?:questo|il presente) (?:messaggio|e-?mail) (?:e |contiene|puo)|per (?:disiscriver|cancellar|annullare)(?:si|ti|e)? ?(?:l'iscrizione|dalla nostra|dalla newsletter)|ricevi questa|riceve questa)/,
  /^(?:(?:als|indien|mocht) u (?:niet de|deze|geen)|bent u niet de|wilt u geen (?:e-?mails?|berichten|nieuwsbrief|nieuwsbrieven) meer (?:ontvangen|krijgen)|dit (?:bericht|e-?mail)(?:bericht)? (?:is vertrouwelijk|kan vertrouwelijk)|om u (?:af te|uit te)|u ontvangt deze)/,
]

const MAX_LINE = 400
const NOTICE_START = 100

/** A text without the footers of campaign mail, where these weren't marked as quoted, and without legal notices. */
export function withoutFooters(text: string): string {
  return text
    .split('\n')
    .map((line) => (isFooter(line) ? '' : withoutNotices(line)))
    .join('\n')
}

function isFooter(line: string): boolean {
  const plain = fold(line.slice(0, MAX_LINE)).toLowerCase()
  return REASONS.some((reason) => reason.test(plain)) || LINKS.test(plain)
}

const withoutNotices = (line: string): string =>
  line
    .split(/(?<=[.!?]\s)/)
    .filter((sentence) => !isNotice(fold(sentence.slice(0, NOTICE_START)).toLowerCase()))
    .join('')

const isNotice = (sentence: string): boolean => {
  const start = sentence.replace(/^\W+/, '')
  return NOTICES.some((notice) => notice.test(start))
}
