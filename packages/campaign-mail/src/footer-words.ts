/** The reason for the message, with {address} and {sender}, and the labels of the links below the sender's address. */
export interface FooterWords {
  reason: string
  privacy: string
  unsubscribe: string
}

const ENGLISH: FooterWords = {
  reason: 'This message was sent to {address} by {sender}.',
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe',
}

const BY_LANGUAGE: Readonly<Record<string, FooterWords>> = {
  en: ENGLISH,
  de: {
    reason: 'Diese Nachricht wurde von {sender} an {address} gesendet.',
    privacy: 'Datenschutz',
    unsubscribe: 'Abmelden',
  },
  fr: {
    reason: 'Ce message a été envoyé à {address} par {sender}.',
    privacy: 'Confidentialité',
    unsubscribe: 'Se désinscrire',
  },
  es: {
    reason: 'Este mensaje fue enviado a {address} por {sender}.',
    privacy: 'Privacidad',
    unsubscribe: 'Darse de baja',
  },
  it: {
    reason: 'Questo messaggio è stato inviato a {address} da {sender}.',
    privacy: 'Privacy',
    unsubscribe: 'Annulla iscrizione',
  },
  nl: {
    reason: 'Dit bericht is door {sender} naar {address} gestuurd.',
    privacy: 'Privacy',
    unsubscribe: 'Afmelden',
  },
  pt: {
    reason: 'Esta mensagem foi enviada para {address} por {sender}.',
    privacy: 'Privacidade',
    unsubscribe: 'Cancelar inscrição',
  },
  sv: {
    reason: 'Detta meddelande skickades till {address} av {sender}.',
    privacy: 'Integritetspolicy',
    unsubscribe: 'Avregistrera',
  },
  da: {
    reason: 'Denne besked blev sendt til {address} af {sender}.',
    privacy: 'Privatlivspolitik',
    unsubscribe: 'Afmeld',
  },
  pl: {
    reason: 'Tę wiadomość wysłano na adres {address}. Nadawca: {sender}.',
    privacy: 'Prywatność',
    unsubscribe: 'Wypisz się',
  },
  ru: {
    reason: 'Это письмо отправлено на адрес {address}. Отправитель: {sender}.',
    privacy: 'Конфиденциальность',
    unsubscribe: 'Отписаться',
  },
  ja: {
    reason: 'このメールは {sender} から {address} 宛に送信されました。',
    privacy: 'プライバシーポリシー',
    unsubscribe: '配信停止',
  },
}

/** The footer for a BCP 47 language tag; English if there is none. */
export function footerWords(language: string | undefined): FooterWords {
  const primary = language?.toLowerCase().split('-')[0] ?? 'en'
  return Object.hasOwn(BY_LANGUAGE, primary) ? BY_LANGUAGE[primary]! : ENGLISH
}

/** The reason with its two placeholders filled in. */
export const filledReason = (words: FooterWords, fills: { address: string; sender: string }): string =>
  words.reason.replace(/\{(address|sender)\}/g, (_whole, name: 'address' | 'sender') => fills[name])

/** The words of all languages. */
export const allFooterWords: readonly FooterWords[] = Object.values(BY_LANGUAGE)
