const WROTE =
  'wrote|writes|said|a écrit|écrit|ha scritto|scritto|escribió|escribio|escreveu|schrieb|hat geschrieben|schreef|pisze|napisał(?:\\(a\\))?|napisała|skrev|kirjoitti|пишет|писал(?:а)?|написал(?:а|\\(а\\))?|写道|写于|寫道|のメッセージ|さんは書きました|작성|님이 작성|yazdı|şunları yazdı|έγραψε|napsal(?:a)?|írta|a scris|написа|đã viết|menulis|כתב|كتب'
export const ATTRIBUTION = new RegExp(
  `(?:\\d|@).*(?:${WROTE})\\s?[:：]?\\s?[-–—]*$|(?:${WROTE})\\b.*(?:\\d|@).*[:：]$`,
  'iu',
)
/** 'Am 4.5.2026 schrieb Ann:' puts the author last. */
export const VERB_FIRST = /^(?:am|op|den)\s.*\d.*(?:schrieb|schreef|skrev)\b.{0,80}[:：]$/i
export const BARE_ATTRIBUTION = /(?:\d{4}|\d{1,2}[:.]\d{2}).*<[^<>\s]+@[^<>\s]+>["']?\s*[:：]$/u

export const ORIGINAL =
  /^[\s>]*[-_=*]{1,20}\s?(?:original message|original appointment|forwarded message|reply message|message d'origine|message transféré|message original|ursprüngliche (?:nachricht|message)|originalnachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|mensagem original|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|oprindelig besked|ursprungligt meddelande|original(?:t)? (?:meddelande|melding)|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|исходное сообщение|пересылаемое сообщение|оригинальное сообщение|orijinal mesaj|eredeti üzenet|原始邮件|原邮件|原始郵件|元のメッセージ|원본 메일|원본 메시지|αρχικό μήνυμα)\s?[-_=*]{0,20}\s*$/iu
export const BARE_ORIGINAL =
  /^\s*(?:begin forwarded message|ursprüngliche nachricht|début du message réexpédié|anfang der weitergeleiteten nachricht)\s*:?\s*-*$/i

export const FROM_LABEL =
  /^[\s>*]*\*?(?:from|von|de|van|da|från|fra|od|от|kimden|lähettäjä|odesílatel|feladó|발신자?|보낸 ?사람|发件人|寄件者|差出人|送信者|从|מאת|من|από)\s?\*?\s?[:：]\*?\s?\S/iu
export const HEADER_LABEL =
  /^[\s>*]*\*?(?:sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|enviada(?: em)?|fecha|data|para|asunto|assunto|inviato|oggetto|a|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|lähetetty|vastaanottaja|aihe|wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема|gönderme|kime|konu|dátum|címzett|tárgy|发送时间|收件人|主题|日期|寄件日期|主旨|送信日時|宛先|件名|日時|보낸 ?날짜|받는 ?사람|제목)\s?\*?\s?[:：]/iu

/** Lines that phone mail apps append. */
export const DEVICE =
  /^\s*(?:sent (?:from|via|with|using) |get outlook for |gesendet (?:von|mit) |von (?:meinem|unterwegs) .*gesendet|diese nachricht wurde von mein|envoyé (?:depuis|de mon|de mon|à partir)|télécharger outlook|obtenir outlook|enviado desde |enviado do meu|enviado a partir|inviato da|verzonden vanaf|verstuurd vanaf|sendt fra |skickat från|lähetetty |wysłano z |wysłane z|odesláno z|отправлено (?:с|из) |iphone'?umdan|发自我的|從我的|我的 ?iphone|iPhoneから送信|나의 iphone)/iu
/** A closing, alone on its line. */
export const CLOSING =
  /^\s*(?:cheers|best wishes|(?:\w{1,20}\s){0,2}(?:and )?regards|regards|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|(?:\w{1,20}\s)?cordialement|bien (?:à|a) vous|bonne (?:journée|soirée)|mit freundlichen grü(?:ß|ss)en|(?:viele|beste|liebe|freundliche|herzliche) grü(?:ß|ss)e|mfg|saludos(?: cordiales)?|un saludo|atentamente|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?|mvh|med vänlig(?:a)? hälsning(?:ar)?|med venlig hilsen|atenciosamente|pozdrawiam|с уважением)\s?[,.!！]{0,2}\s*$/iu

/** The label of the subject in a quoted header. */
export const SUBJECT_LABEL =
  /^[\s>*]*\*?(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|тема|konu|tárgy|subiect|θέμα|主题|主題|主旨|件名|제목|नोट)\s?\*?\s?[:：]/iu

/** How a line below the closing begins that still belongs to the message. */
export const POSTSCRIPT =
  /^\s*(?:p\.? ?p?\.? ?s\b|p\.? ?d\.?[:.\s]|n\.? ?b\b|z\. ?y\.|з\.? ?ы\.?|п\.? ?с\b|υ\.? ?γ\.?|追伸|追記|附言|又及|추신|btw\b|one more thing|nachtrag|übrigens)/iu
