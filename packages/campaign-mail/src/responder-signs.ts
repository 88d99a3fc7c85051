import { headerValues, type IncomingMail } from './incoming-mail.ts'
import { unfold } from './message-bytes.ts'
import { ownText } from './visible-reply.ts'
import { AUTOMATIC_HEADERS, AUTOMATIC_SUBJECTS } from './words/automatic.ts'
import { AWAY_WORDS, MEANWHILE_WORDS, PROPOSAL_WORDS, UNTIL_WORDS } from './words/away.ts'
import { GREETINGS, THANKS } from './words/courtesies.ts'

/** Prefixes that mail servers put before the subject they reply to, perhaps after a 'Re:'. */
const AUTOMATIC = new RegExp(
  `^\\s*(?:(?:re|aw|sv|vs|antw)\\s*:\\s*)?[^\\p{L}\\p{M}]{0,3}(?:${Object.values(AUTOMATIC_SUBJECTS).join('|')})`,
  'iu',
)
/** How help desks and people who are away begin their subjects. Mail programs put 'Re:' in front of anything. */
const SUBJECT = new RegExp(
  `^\\W{0,3}(?:${[
    "(?:i am |i'm )?(?:currently )?away (?:from|until|on)|i am (?:away|out)|i'm (?:away|out)",
    'on (?:vacation|holiday|leave|annual leave|maternity leave|parental leave)|vacation (?:reply|message|notice|response)|holiday (?:notice|reply)',
    'abwesen|nicht im (?:büro|haus)|im urlaub|urlaubsabwesenheit|absence (?:du|de|notification|note)|absent\\b|en congés?',
    'ausencia|ausente|assenza|assente|afwezig|frånvar|fravær|poissa|nieobecn|ausência|отсутств|不在(?:通知|の)|부재',
    'thank you for (?:contacting|your (?:e-?mail|message|inquiry|enquiry))|(?:your )?(?:message|e-?mail|request|e?inquiry|enquiry) (?:has been |was )?received|we (?:have |.ve )?received your|acknowledg|ticket (?:received|created|#)|\\[?(?:ticket|case|request) ?(?:id|#|no)|\\[#\\d+\\]',
    'eingangsbestätigung|empfangsbestätigung|ihre (?:anfrage|nachricht|e-?mail) (?:ist|wurde) |(?:vielen )?dank für ihre (?:anfrage|nachricht|e-?mail)|wir haben ihre |betriebsferien',
    'accusé de réception|nous avons (?:bien )?reçu votre|abbiamo ricevuto (?:la|il) (?:tu|su)[ao]|conferma di ricezione|hemos recibido (?:su|tu)|acuse de recibo|recebemos (?:a |o )?(?:su|tu|se|te)[au]|confirmação de rece',
    'ontvangstbevestiging|potwierdzenie (?:otrzymania|odbioru)|mottagningsbekräftelse|kvittering for|potvrzení o přijetí|お問い?合わせ(?:を受|ありがとう)|受付(?:完了|のお知らせ)',
  ].join('|')})`,
  'iu',
)

const STATED =
  /this is an? (?:auto(?:mat(?:ic|ed))?(?:ally)?[ -]?(?:generated )?)(?:e-?mail |message )?(?:reply|response|responder|notification|message|e-?mail|answer)|(?:automatically|auto)[ -]generated (?:reply|response|message|e-?mail)|auto-?(?:reply|responder)|dies ist eine automati|ceci est (?:un|une) (?:message|réponse) automati|(?:esta|este) es (?:una|un) (?:respuesta|mensaje) automá|quest[ao] è un[ao]? ?(?:risposta|messaggio) automati|dit is een automati|esta é uma (?:resposta|mensagem) automá|это автоматическ|自動(?:返信|応答|送信|配信)|自动(?:回复|发送)|(?:do not|don't|please no) reply to this (?:e-?mail|message|mail)|type your reply above this line|(?:mailbox|inbox|address) is not (?:being )?(?:monitored|attended|read)|antworten sie (?:bitte )?nicht auf diese|ne pas répondre à ce|no responda a este|non rispond(?:ere|a) a quest|não responda a est|(?:niet (?:te )?|gelieve niet te )(?:antwoorden|reageren) op (?:dit|deze)|automatisk(?:t)? (?:genererat|svar)|wiadomość (?:została )?wygenerowana automatycznie/i

/** 'I am away', and what else such a message says. A person may write any one of these too. */
const AWAY = new RegExp(
  [
    "\\b(?:i am|i'm|i will be|i'll be|we are)(?: currently| now| presently)? (?:out of(?: the)? office|away(?: from)?|on (?:annual |maternity |parental |paternity |sick |medical )?leave|on (?:vacation|holiday|holidays|pto)|travell?ing|unavailable)",
    "offices? (?:is|are|will be) (?:currently |now )?closed|only check (?:my )?(?:e-?mails?|inbox)|no longer (?:work|works|working|employed|with)\\b|(?:has|have|i've) left (?:the |our )?(?:company|organi[sz]ation|team)",
    'bin (?:ich )?(?:derzeit |zurzeit |momentan |aktuell |ab |bis |vom |wieder )?.{0,40}(?:nicht im (?:büro|haus|office)|im urlaub|abwesend|nicht erreichbar|außer haus|in elternzeit)|betriebsferien|betriebsurlaub|nicht mehr (?:bei uns|im unternehmen|für .{1,40} tätig)',
    '(?:je suis|serai) (?:actuellement )?(?:absent|en congé|en vacances|hors du bureau)|ne fait plus partie|fermé(?:e|s)? (?:pour|du)',
    '(?:estoy|estaré|me encuentro) (?:actualmente )?(?:fuera de|de vacaciones|ausente)|ya no (?:trabaja|forma parte)',
    '(?:sono|sarò) (?:attualmente )?(?:fuori ufficio|assente|in ferie)|non lavora più|chiusi per ferie',
    'ik ben (?:momenteel |op dit moment )?(?:afwezig|niet (?:aanwezig|op kantoor)|op vakantie|met verlof)|niet meer werkzaam',
    '(?:estou|estarei) (?:ausente|de férias|fora do)|jag är (?:för närvarande )?(?:på semester|inte på|bortrest|föräldraledig)|jeg er (?:for tiden |i øjeblikket )?(?:på ferie|ikke på|bortreist|fraværende)|olen (?:lomalla|poissa)',
    '(?:jestem|przebywam) (?:obecnie )?(?:nieobecn|na urlopie|poza biurem)|(?:čerpám|mám) dovolenou|jsem (?:na dovolené|mimo kancelář)|szabadságon (?:vagyok|leszek)|sunt în concediu|απουσιάζω|σε άδεια|izinliyim|izindeyim|ofis dışında',
    '(?:нахожусь|буду|сейчас|я) (?:в отпуске|отсутств|вне офиса)|у відпустці|不在に(?:して|いたし)|休暇(?:中|を)|お休みを(?:いただ|頂)|(?:夏季|冬季|年末年始)?休業|出差|休假|휴가 ?중|부재 ?중|출장 ?중',
  ].join('|'),
  'i',
)
const CONSEQUENCE = new RegExp(
  [
    'limited access|intermittent access|no access to|(?:urgent|immediate|emergency|dringend|urgence|urgente|urgenz|dringende|срочн|brådskande|pilne|pilnych|kiireelli|haster|hastende|naléhav|sürgős|επείγ|acil |терміново|お急ぎ|緊急|紧急|급한|긴급)',
    '(?:respond|reply|get back|answer|antwort\\w*|beantwort\\w*|répond\\w*|responder\\w*|rispond\\w*|beantwoord\\w*|svarer?|отвечу|返信)[^.]{0,60}(?:return|upon|as soon as|when i|rückkehr|nach meiner|retour|regres|vuelta|rientro|terug|retorno|återkomst|tilbage|tilbake|возвращ)',
    'not be (?:forwarded|read|monitored)|nicht weitergeleitet|will re-?open|(?:お返事|ご返信|ご連絡|回答)(?:は|が).{0,30}(?:以降|後)',
    '(?:contact|(?:direct|send|forward) (?:all |any |your )?(?:further )?(?:e?nquir|inquir|e-?mail|message|correspondence|question)\\w*|wenden sie sich an|contacter|contacte|contattare|neem contact|kontakta?|kontakt|kontaktujte|ota yhteyttä|обращайтесь|звертайтеся|iletişime)[^.]{0,80}@',
  ].join('|'),
  'i',
)

/**
 * 'We have received your message', and what is promised. A machine says both, speaks for a company, and asks nothing.
 */
const RECEIVED = new RegExp(
  [
    "(?:thanks|thank you)(?: very much| so much)? for (?:contacting|reaching out|getting in touch|writing|(?:your |the )?(?:recent )?(?:e?nquiry|inquiry|message|e-?mail|request|interest))|(?:we(?:'ve| have)?|our team has) received your|your (?:message|e-?mail|e?nquiry|inquiry|request) (?:has been|was) received|(?:ticket|case|request) (?:#?\\S{1,20} )?has been (?:created|opened|logged|registered)",
    'haben ihre (?:nachricht|e-?mail|anfrage|mail)[^.]{0,30} erhalten|dank für ihre (?:nachricht|e-?mail|anfrage|mail)|(?:anfrage|nachricht|e-?mail) ist bei uns eingegangen',
    '(?:bien )?reçu votre (?:message|demande|e-?mail|mail|courriel)|merci (?:pour|de) votre (?:message|demande|mail)|(?:hemos recibido|gracias por) (?:su|tu) (?:mensaje|correo|solicitud|consulta)|(?:abbiamo ricevuto|grazie per) (?:la|il) (?:tu|su)[ao] (?:messaggio|mail|e-?mail|richiesta)',
    '(?:recebemos|obrigad[oa] pel[oa]) (?:a |o )?(?:su|se|tu|te)[au] (?:mensagem|e-?mail|contato|contacto|pedido)|(?:uw|je) (?:bericht|e-?mail|vraag|aanvraag)[^.]{0,30} ontvangen|bedankt voor (?:uw|je) (?:bericht|e-?mail)|tack för ditt (?:mejl|meddelande|mail)|tak for din (?:mail|henvendelse|besked)|takk for din (?:henvendelse|e-post)|kiitos (?:viestistä|yhteydenoto)',
    'dziękujemy za (?:wiadomość|kontakt|zgłoszenie)|děkujeme za (?:vaši |váš )?(?:zprávu|e-?mail|dotaz)|(?:получили ваш|спасибо за (?:ваше )?(?:сообщение|обращение|письмо))|お問い?合わせ(?:いただき|を受|ありがとう)|(?:已收到您|收到您的)|문의해 ?주셔서',
  ].join('|'),
  'i',
)
const PROMISE = new RegExp(
  [
    "\\b(?:we|team)\\b[^.!?]{0,60}\\b(?:will|shall|aims? to|endeavou?r to|try to|'ll)\\b[^.!?]{0,60}(?:within|as soon as|shortly|(?:business|working) (?:day|hour))|(?:someone|somebody|one of our|member of|representative|specialist|advis[eo]r|support staff)\\b[^.!?]{0,60}\\b(?:will|shall|'ll)\\b[^.!?]{0,40}(?:get back|in touch|contact|respond|reply|answer|review)|being reviewed|ticket (?:number|id)|has been (?:created|opened|logged|registered)",
    '(?:schnellstmöglich|baldmöglichst|umgehend|zeitnah|in kürze|so (?:bald|schnell) wie möglich|innerhalb (?:von|der))[^.]{0,80}(?:melden|antwort|bearbeit|kontakt|beantwort)|(?:melden|antwort|bearbeit|beantwort|kümmern)[^.]{0,80}(?:schnellstmöglich|baldmöglichst|umgehend|zeitnah|in kürze|wie möglich|innerhalb)',
    'dans les (?:meilleurs|plus brefs) délais|(?:lo|le) antes posible|a la (?:mayor )?brevedad|en breve\\b|il prima possibile|al più presto|quanto prima|(?:o )?mais breve possível|em breve\\b|assim que possível|zo (?:spoedig|snel) mogelijk|binnen \\d+|så snart (?:som möjligt|vi kan)|snarest|så hurtigt som muligt|så (?:raskt|snart) som mulig|mahdollisimman pian',
    'najszybciej|wkrótce|co nejdříve|в ближайшее время|як(?:най)?швидше|折り返し|追って(?:ご)?連絡|担当者(?:より|から)|営業日以内|尽快|빠른 시일',
  ].join('|'),
  'i',
)

/** Services that hold a message until its sender proves to be a person. */
const CHALLENGE =
  /(?:click|follow|visit|press)[^.]{0,60}\b(?:link|button|below|here|url)\b[^.]{0,120}\b(?:so (?:that )?(?:i|we|he|she|they|your)|to (?:confirm|verify|prove|release|deliver|authenti\w+|be added|complete|have your))|(?:protect\w*|guard\w*)[^.]{0,40}(?:from|against)[^.]{0,30}(?:junk|spam|unsolicited)[\s\S]{0,300}(?:click|reply|confirm|verify)|(?:message|e-?mail|mail)[^.]{0,60}(?:is being held|has been held|held|on hold|quarantined|waiting)[^.]{0,80}(?:until|pending|confirm|verif|approv)|(?:verify|confirm|prove)(?: that)? (?:you are|you're|your message is|it was)[^.]{0,40}(?:human|person|real|not (?:a )?(?:robot|spam)|legitimate|sent by you)|(?:challenge[ /-]response|sender verification|spam ?arrest|boxbe|tmda|spamblocker|mailwasher|one-time (?:confirmation|verification))|bestätigen sie[^.]{0,80}(?:absender|kein spam|zustell)|veuillez confirmer[^.]{0,80}(?:expéditeur|envoi)/i
const CHALLENGE_SUBJECT =
  /\b(?:sender |e-?mail |message )?(?:verification|confirmation|authentication) (?:required|needed|request)\b|please (?:confirm|verify) (?:your|this) (?:message|e-?mail|mail|address)|\((?:verification|confirm)\)|confirm your (?:message|e-?mail) to|action required to deliver/i

/** A number that only help desks put there; a person's reply to one begins with 'Re:'. */
const CASE_NUMBER =
  /^(?!\s*(?:re|aw|sv|antw|r)\s*:).*\[(?:ticket|case|request|ref|vorgang|anfrage|fall)[ #:.-]{1,3}[\w-]*\d[\w-]*\]/i

/** True for subjects that autoresponders write. */
export function hasResponderSubject(subject: string): boolean {
  const start = subject.slice(0, 300)
  return AUTOMATIC.test(start) || SUBJECT.test(start) || CASE_NUMBER.test(start)
}

const LIST_HEADERS = [
  'list-unsubscribe',
  'list-post',
  'list-id',
  'list-help',
  'x-campaign-id',
  'x-mailchimp-id',
]
const WAY_OUT =
  /unsubscribe|opt[ -]?out|manage (?:your )?(?:e-?mail )?preferences|abmelden|abbestellen|austragen|désabonner|désinscri|darse de baja|cancelar (?:la )?suscripci|disiscri|cancella(?:re)? (?:la )?iscrizione|uitschrijven|afmelden|avregistrera|avsluta prenumeration|afmeld|avmeld|wypisz|odhlásit|отписаться|配信停止|退订|수신거부/i

/**
 * True if a message went to many: its headers name a list, or it says that it is bulk mail and how to unsubscribe. An
 * autoresponder says neither.
 */
export function hasListSigns(mail: IncomingMail): boolean {
  if (headerValues(mail, 'auto-submitted').some((value) => /^auto-(?:replied|notified)/i.test(value)))
    return false
  if (LIST_HEADERS.some((name) => headerValues(mail, name).length > 0)) return true
  return /bulk|list/i.test(headerValues(mail, 'precedence').join(' ')) && WAY_OUT.test(mail.text)
}

/**
 * The sign that a message is an automatic reply (RFC 3834 and its predecessors), or null for a message that a person
 * seems to have written.
 */
export function responderSign(mail: IncomingMail): string | null {
  const header = mail.fields.find(({ key, line }) => {
    const value = unfold(line.slice(line.indexOf(':') + 1)).slice(0, 1_000)
    return AUTOMATIC_HEADERS.some(([name, says]) => name.test(key.slice(0, 80)) && says.test(value))
  })
  if (header) return header.key
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
  return signInWords(ownText(mail.text))
}

/** The sign of an automatic reply in its own text, or null. */
export function signInWords(own: string): string | null {
  const visible = own.slice(0, 1_500)
  if (CHALLENGE.test(visible)) return 'Challenge'
  if (STATED.test(visible.slice(0, 600))) return 'Words'
  if (AWAY.test(visible.slice(0, 400)) && CONSEQUENCE.test(visible)) return 'Words'
  if (isAwayNote(visible.slice(0, 800))) return 'Words'
  const isAcknowledged = RECEIVED.test(visible.slice(0, 600)) && PROMISE.test(visible)
  return isAcknowledged && !/[?？]/.test(visible) ? 'Words' : null
}

/** Where the text of an automatic reply says that it is one, or that a message was received. */
export const indexOfSign = (own: string): number => {
  const visible = own.slice(0, 1_500)
  const offsets = [STATED, RECEIVED, CHALLENGE].map((words) => visible.search(words)).filter((at) => at >= 0)
  return offsets.length > 0 ? Math.min(...offsets) : -1
}

const AWAY_SENTENCE = new RegExp(Object.values(AWAY_WORDS).join('|'), 'iu')
const UNTIL = new RegExp(`(?:${UNTIL_WORDS})`, 'iu')
const MEANWHILE = new RegExp(MEANWHILE_WORDS, 'iu')
const PROPOSAL = new RegExp(PROPOSAL_WORDS, 'iu')
const COURTESY = new RegExp(
  `^(?:${[...Object.values(GREETINGS), ...Object.values(THANKS)].join('|')})(?!\\p{L})`,
  'iu',
)

/**
 * True if a text only says that its author is away, and until when or what to do meanwhile. A person who replies from
 * a holiday asks or proposes something.
 */
function isAwayNote(text: string): boolean {
  if (PROPOSAL.test(text)) return false
  const sentences = text
    .split(/(?<=\p{L}[.!])\s+|(?<=[。！])|\n+/u)
    .filter((sentence) => /\p{L}/u.test(sentence))
  const away = sentences.filter((sentence) => AWAY_SENTENCE.test(sentence))
  if (away.length === 0) return false
  const isDated = away.some((sentence) => UNTIL.test(sentence))
  const isBeside = (sentence: string) =>
    AWAY_SENTENCE.test(sentence) ||
    MEANWHILE.test(sentence) ||
    UNTIL.test(sentence) ||
    COURTESY.test(sentence) ||
    sentence.trim().split(/\s+/).length <= 4
  return (isDated || sentences.some((sentence) => MEANWHILE.test(sentence))) && sentences.every(isBeside)
}
