import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { visibleReply } from './visible-reply.ts'

/** How answering machines begin their subjects. Mail programs of persons put 'Re:' in front of anything. */
const SUBJECT = new RegExp(
  `^\\W{0,3}(?:${[
    '(?:re: ?)?auto(?:matic|mated|matisch\\S*|matique|mática|matica|matyczna|matick\\S*|maattinen|matisk\\w*|-?) ?-?(?:reply|response|respon\\w*|antwort\\w*|svar\\w*|antwoord|generated|vastaus|odpov\\S+|odpow\\S+|acknowledg\\w*|notification)',
    '(?:re: ?)?(?:réponse|respuesta|risposta|resposta|răspuns) auto\\w*',
    "(?:re: ?)?out[- ]of[- ](?:the[- ])?office|ooo\\b|(?:i am |i'm )?(?:currently )?away (?:from|until|on)|i am (?:away|out)|i'm (?:away|out)",
    'on (?:vacation|holiday|leave|annual leave|maternity leave|parental leave)|vacation (?:reply|message|notice|response)|holiday (?:notice|reply)',
    'abwesen|nicht im (?:büro|haus)|im urlaub|urlaubsabwesenheit|absence (?:du|de|notification|note)|absent\\b|en congés?',
    'fuera de (?:la )?oficina|ausencia|ausente|fuori (?:sede|ufficio)|assenza|assente|afwezig|frånvar|fravær|poissa|nieobecn|mimo kancel|fora do escritório|ausência',
    'автоответ|автоматический ответ|отсутств|自動(?:返信|応答|回答)|不在(?:通知|の)|自动(?:回复|答复)|自動回覆|자동 ?(?:회신|응답)|부재|otomatik (?:yanıt|cevap)|תשובה אוטומטית|رد تلقائي',
    'thank you for (?:contacting|your (?:e-?mail|message|inquiry|enquiry))|your (?:message|e-?mail|request|inquiry) (?:has been|was) received|we (?:have )?received your|acknowledg|ticket (?:received|created|#)|\\[?(?:ticket|case|request) ?(?:id|#|no)',
  ].join('|')})`,
  'iu',
)

const STATED =
  /this is an? (?:auto(?:mat(?:ic|ed))?(?:ally)?[ -]?(?:generated )?)(?:e-?mail |message )?(?:reply|response|responder|notification|message|e-?mail|answer)|(?:automatically|auto)[ -]generated (?:reply|response|message|e-?mail)|auto-?(?:reply|responder)|dies ist eine automati|ceci est (?:un|une) (?:message|réponse) automati|(?:esta|este) es (?:una|un) (?:respuesta|mensaje) automá|quest[ao] è un[ao]? ?(?:risposta|messaggio) automati|dit is een automati|esta é uma (?:resposta|mensagem) automá|это автоматическ|自動(?:返信|応答|送信)|自动回复/i

/** 'I am away', and what else such a message says. Each alone a person may write too. */
const AWAY =
  /\b(?:i am|i'm|i will be|i'll be|we are)(?: currently| now| presently)? (?:out of(?: the)? office|away(?: from)?|on (?:annual |maternity |parental |paternity |sick |medical )?leave|on (?:vacation|holiday|holidays|pto)|travell?ing|unavailable)|bin (?:ich )?(?:derzeit |zurzeit |momentan |aktuell |ab |bis |vom |wieder )?.{0,40}(?:nicht im (?:büro|haus|office)|im urlaub|abwesend|nicht erreichbar|außer haus|in elternzeit)|(?:je suis|serai) (?:actuellement )?(?:absent|en congé|en vacances|hors du bureau)|(?:estoy|estaré|me encuentro) (?:actualmente )?(?:fuera de|de vacaciones|ausente)|(?:sono|sarò) (?:attualmente )?(?:fuori ufficio|assente|in ferie)|ik ben (?:momenteel |op dit moment )?(?:afwezig|niet (?:aanwezig|op kantoor)|op vakantie|met verlof)|(?:estou|estarei) (?:ausente|de férias|fora do)|jag är (?:för närvarande )?(?:på semester|inte på|bortrest|föräldraledig)|jeg er (?:for tiden |i øjeblikket )?(?:på ferie|ikke på|bortreist|fraværende)|olen (?:lomalla|poissa)|jestem (?:obecnie )?(?:nieobecn|na urlopie|poza biurem)|(?:я )?(?:нахожусь|буду|сейчас) (?:в отпуске|отсутств|вне офиса)|不在に(?:して|いたし)|休暇(?:中|を)|出差|休假/i
const CONSEQUENCE =
  /limited access|no access to|(?:urgent|immediate|emergency|dringend|urgence|urgente|urgenz|dringende|срочн|brådskande|pilne|pilnych|kiireelli|haster|お急ぎ|緊急|紧急)|(?:respond|reply|get back|answer|antwort\w*|beantwort\w*|répond\w*|responder\w*|rispond\w*|beantwoord\w*|svarer?|отвечу|返信)[^.]{0,60}(?:return|upon|as soon as|when i|rückkehr|nach meiner|retour|regres|vuelta|rientro|terug|retorno|återkomst|tilbage|tilbake|возвращ)|not be (?:forwarded|read|monitored)|nicht weitergeleitet|(?:contact|wenden sie sich an|contacter|contacte|contattare|neem contact|kontakta?|kontakt)[^.]{0,80}@/i

/** Services that hold a message until its sender proves to be a person. */
const CHALLENGE =
  /(?:click|follow|visit|press)[^.]{0,60}\b(?:link|button|below|here|url)\b[^.]{0,120}\b(?:so (?:that )?(?:i|we|he|she|they|your)|to (?:confirm|verify|prove|release|deliver|authenti\w+|be added|complete|have your))|(?:protect\w*|guard\w*)[^.]{0,40}(?:from|against)[^.]{0,30}(?:junk|spam|unsolicited)[\s\S]{0,300}(?:click|reply|confirm|verify)|(?:message|e-?mail|mail)[^.]{0,60}(?:is being held|has been held|held|on hold|quarantined|waiting)[^.]{0,80}(?:until|pending|confirm|verif|approv)|(?:verify|confirm|prove)(?: that)? (?:you are|you're|your message is|it was)[^.]{0,40}(?:human|person|real|not (?:a )?(?:robot|spam)|legitimate|sent by you)|(?:challenge[ /-]response|sender verification|spam ?arrest|boxbe|tmda|spamblocker|mailwasher|one-time (?:confirmation|verification))|bestätigen sie[^.]{0,80}(?:absender|kein spam|zustell)|veuillez confirmer[^.]{0,80}(?:expéditeur|envoi)/i
const CHALLENGE_SUBJECT =
  /\b(?:sender |e-?mail |message )?(?:verification|confirmation|authentication) (?:required|needed|request)\b|please (?:confirm|verify) (?:your|this) (?:message|e-?mail|mail|address)|\((?:verification|confirm)\)|confirm your (?:message|e-?mail) to|action required to deliver/i

const HEADERS = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoreply-from',
  'x-auto-response-from',
  'x-mail-autoreply',
  'x-autogenerated',
  'x-vacation',
  'x-ms-exchange-inbox-rules-loop',
  'x-fc-machinegenerated',
  'x-boxbe-challenge',
  'x-tmda-fingerprint',
  'x-spamarrest-challenge',
  'x-autoreply-type',
]

/** Whether a subject is one that answering machines write. */
export function hasResponderSubject(subject: string): boolean {
  return SUBJECT.test(subject.slice(0, 300))
}

/**
 * Which sign shows that a machine answered in a person's name (RFC 3834 and what came before it), or null
 * for a message that a person seems to have written.
 */
export function responderSign(mail: IncomingMail): string | null {
  if (headerValues(mail, 'auto-submitted').some((value) => value && !/^no\b/i.test(value)))
    return 'Auto-Submitted'
  const header = HEADERS.find((name) => headerValues(mail, name).some((value) => !/^no$/i.test(value)))
  if (header) return header
  const suppress = headerValues(mail, 'x-auto-response-suppress').join(' ')
  if (/all|oof|autoreply/i.test(suppress)) return 'X-Auto-Response-Suppress'
  const precedence = headerValues(mail, 'precedence').join(' ')
  if (/auto.?reply|bulk|junk|list/i.test(precedence)) return 'Precedence'
  if (hasResponderSubject(mail.subject ?? '')) return 'Subject'
  if (CHALLENGE_SUBJECT.test((mail.subject ?? '').slice(0, 300))) return 'Challenge'
  if (headerValues(mail, 'return-path').some((path) => /^<\s*>$/.test(path))) return 'Return-Path'
  const local = mail.from?.address.split('@')[0] ?? ''
  if (
    /^(?:no-?_?reply|do-?_?not-?_?reply|noresponder|nepasrepondre|mailer-daemon|autoreply|auto-reply)\b/i.test(
      local,
    )
  )
    return 'From'
  if (headerValues(mail, 'list-id').length > 0) return 'List-Id'
  return wordsOfResponder(mail.text)
}

function wordsOfResponder(text: string): string | null {
  const visible = visibleReply(text).slice(0, 1_500)
  if (CHALLENGE.test(visible)) return 'Challenge'
  if (STATED.test(visible.slice(0, 600))) return 'Words'
  return AWAY.test(visible.slice(0, 400)) && CONSEQUENCE.test(visible) ? 'Words' : null
}
