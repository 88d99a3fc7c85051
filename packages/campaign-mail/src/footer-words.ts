/** Why the message came, with {address} and {sender}, and the text of the unsubscribe link. */
export interface FooterWords {
  reason: string
  unsubscribe: string
}

const ENGLISH: FooterWords = {
  reason: 'This message was sent to {address} by {sender}.',
  unsubscribe: 'Unsubscribe',
}

const BY_LANGUAGE: Readonly<Record<string, FooterWords>> = {
  en: ENGLISH,
  de: { reason: 'Diese Nachricht wurde von {sender} an {address} gesendet.', unsubscribe: 'Abmelden' },
  fr: { reason: 'Ce message a été envoyé à {address} par {sender}.', unsubscribe: 'Se désinscrire' },
  es: { reason: 'Este mensaje fue enviado a {address} por {sender}.', unsubscribe: 'Darse de baja' },
  it: {
    reason: 'Questo messaggio è stato inviato a {address} da {sender}.',
    unsubscribe: 'Annulla iscrizione',
  },
  nl: { reason: 'Dit bericht is door {sender} naar {address} gestuurd.', unsubscribe: 'Afmelden' },
  pt: { reason: 'Esta mensagem foi enviada para {address} por {sender}.', unsubscribe: 'Cancelar inscrição' },
  sv: { reason: 'Detta meddelande skickades till {address} av {sender}.', unsubscribe: 'Avregistrera' },
  da: { reason: 'Denne besked blev sendt til {address} af {sender}.', unsubscribe: 'Afmeld' },
  pl: { reason: 'Tę wiadomość wysłano na adres {address}. Nadawca: {sender}.', unsubscribe: 'Wypisz się' },
  ru: {
    reason: 'Это письмо отправлено на адрес {address}. Отправитель: {sender}.',
    unsubscribe: 'Отписаться',
  },
  ja: { reason: 'このメールは {sender} から {address} 宛に送信されました。', unsubscribe: '配信停止' },
}

/** The footer for a BCP 47 language tag, or in English. */
export function footerWords(language: string | undefined): FooterWords {
  const primary = language?.toLowerCase().split('-')[0] ?? 'en'
  return Object.hasOwn(BY_LANGUAGE, primary) ? BY_LANGUAGE[primary]! : ENGLISH
}

/** The reason with its two placeholders filled in. */
export const filledReason = (words: FooterWords, fills: { address: string; sender: string }): string =>
  words.reason.replace(/\{(address|sender)\}/g, (_whole, name: 'address' | 'sender') => fills[name])
