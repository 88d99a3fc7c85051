import type { Language } from './language.ts'

/**
 * The sentences around the offer in one language. None states a fact about the sender or the recipient, and none is
 * about the email itself: the offer comes first. `<Sie|ihr>` has the formal and the familiar form. The composer fills
 * `{audience}` and `{topic}`. `{{trade}}` is the recipient's kind of business, with the copy's audience as its fallback.
 */
export interface Frame {
  greetings: string[]
  /** Introduces an offer that begins with a catchphrase. */
  pointLead: string
  /** Introduce promotional content that isn't a sentence. */
  promotionLeads: string[]
  /** After the offer: who it is made to, by name. */
  wishes: string[]
  /** The audience if the copy names none. */
  audience: string
  /** Joins "a, b and c". */
  and: string
  questions: string[]
  closings: string[]
  /** With `{topic}`, for one that can be offered: one that ends and one that starts with the recipient's name. */
  subjects: { giving: string; naming: string }
  plainSubject: string
  /** Introduces quotes in a language the composer can't write. */
  quoteLead: string
  /** Stand in for the offer and the question if the copy contains nothing to quote. */
  withoutOffer: { text: string; question: string }
  /** Matches copy that addresses the reader informally. */
  familiar: RegExp | null
}

export const chooseForm = (text: string, isFamiliar: boolean): string =>
  text.replace(/<([^<>|]*)\|([^<>|]*)>/g, (_, formal: string, familiar: string) =>
    isFamiliar ? familiar : formal,
  )

/** Chooses the formal or the familiar form in the frame. The user's own text is left as it is. */
export function addressedFrame(frame: Frame, isFamiliar: boolean): Frame {
  const choose = (text: string) => chooseForm(text, isFamiliar)
  const { text, question } = frame.withoutOffer
  return {
    ...frame,
    greetings: frame.greetings.map(choose),
    wishes: frame.wishes.map(choose),
    questions: frame.questions.map(choose),
    closings: frame.closings.map(choose),
    withoutOffer: { text: choose(text), question: choose(question) },
  }
}

const en: Frame = {
  greetings: ['Hello {{firstName|there}},', 'Hi {{firstName|there}},'],
  pointLead: 'What we offer:',
  promotionLeads: ['Our current offer:', 'At the moment:'],
  wishes: [
    "I'd like to work with {{businessName}} and other {{trade|{audience}}} in {{city|your area}}.",
    "I'd be glad to have {{businessName}} and other {{trade|{audience}}} in {{city|your area}} as customers.",
  ],
  audience: 'businesses',
  and: 'and',
  questions: [
    'Is this something you could use?',
    'Who decides about this on your side?',
    'May I call you about it in the next few days?',
    'Shall I make you an offer?',
  ],
  closings: ['Kind regards', 'Best regards'],
  subjects: { giving: '{topic} for {{businessName}}', naming: '{{businessName}}: {topic}' },
  plainSubject: 'An offer for {{businessName}}',
  quoteLead: 'What we do, in our own words:',
  withoutOffer: {
    text: 'We have something to offer that is easier to explain in a conversation than in writing.',
    question: 'May I call you in the next few days?',
  },
  familiar: null,
}

// The sentence after "Guten Tag …," continues in lower case. `{audience}` is in the dative plural.
const de: Frame = {
  greetings: ['Guten Tag {{firstName|zusammen}},', '<Guten Tag|Hallo> {{firstName|zusammen}},'],
  pointLead: 'Das bieten wir an:',
  promotionLeads: ['Unser aktuelles Angebot:', 'Zurzeit gilt:'],
  wishes: [
    'Gern würde ich mit {{businessName}} und anderen {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} zusammenarbeiten.',
    'Ich suche Kunden unter den {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} und würde mich über {{businessName}} freuen.',
  ],
  audience: 'Betrieben',
  and: 'und',
  questions: [
    'Wäre das etwas für <Sie|euch>?',
    'Wer entscheidet bei <Ihnen|euch> darüber?',
    'Darf ich <Sie|euch> dazu in den nächsten Tagen anrufen?',
    'Soll ich <Ihnen|euch> ein Angebot machen?',
  ],
  closings: ['<Mit freundlichen Grüßen|Viele Grüße>', '<Freundliche Grüße|Herzliche Grüße>'],
  subjects: { giving: '{topic} für {{businessName}}', naming: '{{businessName}}: {topic}' },
  plainSubject: 'Ein Angebot für {{businessName}}',
  quoteLead: 'Was wir tun, in unseren eigenen Worten:',
  withoutOffer: {
    text: 'was wir anbieten, lässt sich im Gespräch besser erklären als schriftlich.',
    question: 'Darf ich <Sie|euch> in den nächsten Tagen anrufen?',
  },
  familiar:
    /\b(?:du|dir|dich|dein(?:e[mnrs]?)?|euch|eure[mnrs]?|euer|ihr (?:braucht|habt|könnt|bekommt|seid|sucht|wollt|müsst|spart|zahlt))\b/iu,
}

// "du côté de {{city|chez vous}}" works with and without a city. `{audience}` follows "d'autres" or "les".
const fr: Frame = {
  greetings: ['Bonjour {{firstName|à tous}},', 'Bonjour {{firstName|à toutes et à tous}},'],
  pointLead: 'Ce que nous proposons :',
  promotionLeads: ['Notre offre actuelle :', 'En ce moment :'],
  wishes: [
    "J'aimerais travailler avec {{businessName}} et d'autres {{trade|{audience}}} du côté de {{city|chez vous}}.",
    'Nous cherchons des clients parmi les {{trade|{audience}}} du côté de {{city|chez vous}}, et ce serait un plaisir de travailler pour {{businessName}}.',
  ],
  audience: 'entreprises',
  and: 'et',
  questions: [
    'Est-ce que cela pourrait vous servir ?',
    "Qui s'en occupe chez vous ?",
    'Puis-je vous appeler à ce sujet dans les prochains jours ?',
    'Voulez-vous que je vous prépare une offre ?',
  ],
  closings: ['Bien cordialement', 'Cordialement'],
  subjects: { giving: '{topic} pour {{businessName}}', naming: '{{businessName}} : {topic}' },
  plainSubject: 'Une offre pour {{businessName}}',
  quoteLead: 'Ce que nous faisons, avec nos propres mots :',
  withoutOffer: {
    text: "Ce que nous proposons s'explique mieux de vive voix que par écrit.",
    question: 'Puis-je vous appeler dans les prochains jours ?',
  },
  familiar: null,
}

// The sentence after "Buongiorno …," continues in lower case. "a {{city|livello locale}}" works without a city.
const it: Frame = {
  greetings: ['Buongiorno {{firstName|a tutti}},', '<Buongiorno|Ciao> {{firstName|a tutti}},'],
  pointLead: 'Ecco che cosa offriamo:',
  promotionLeads: ['La nostra offerta attuale:', 'In questo momento:'],
  wishes: [
    'Mi piacerebbe lavorare con {{trade|{audience}}} a {{city|livello locale}} come {{businessName}}.',
    'Cerchiamo clienti a {{city|livello locale}}: {{trade|{audience}}} come {{businessName}}.',
  ],
  audience: 'aziende',
  and: 'e',
  questions: [
    '<Vi|Ti> potrebbe servire?',
    'Chi se ne occupa da <voi|te>?',
    'Posso <chiamarvi|chiamarti> nei prossimi giorni per parlarne?',
    "<Volete|Vuoi> che <vi|ti> prepari un'offerta?",
  ],
  closings: ['Cordiali saluti', 'Un cordiale saluto'],
  subjects: { giving: '{topic} per {{businessName}}', naming: '{{businessName}}: {topic}' },
  plainSubject: "Un'offerta per {{businessName}}",
  quoteLead: 'Quello che facciamo, con le nostre parole:',
  withoutOffer: {
    text: 'quello che offriamo si spiega meglio a voce che per iscritto.',
    question: 'Posso <chiamarvi|chiamarti> nei prossimi giorni?',
  },
  familiar:
    /\b(?:tuo|tua|tuoi|tue|ti|tu)\b|(?:^|[.!?]\s*)(?:risparmia|scopri|chiama|riduci|contattaci|chiamaci|prova)\b/iu,
}

// The greeting ends with a colon, so the next sentence is capitalised.
const es: Frame = {
  greetings: ['<Buenos días|Hola>, {{firstName|equipo}}:', 'Hola, {{firstName|equipo}}:'],
  pointLead: 'Esto es lo que ofrecemos:',
  promotionLeads: ['Nuestra oferta actual:', 'En este momento:'],
  wishes: [
    'Me gustaría trabajar con {{trade|{audience}}} en {{city|<su|tu> zona}} como {{businessName}}.',
    'Buscamos clientes en {{city|<su|tu> zona}}: {{trade|{audience}}} como {{businessName}}.',
  ],
  audience: 'empresas',
  and: 'y',
  questions: [
    '¿<Le|Te> serviría?',
    '¿Quién decide sobre esto en <su|tu> empresa?',
    '¿Puedo <llamarle|llamarte> en los próximos días para hablarlo?',
    '¿<Quiere|Quieres> que <le|te> prepare una propuesta?',
  ],
  closings: ['Un cordial saludo', 'Saludos cordiales'],
  subjects: { giving: '{topic} para {{businessName}}', naming: '{{businessName}}: {topic}' },
  plainSubject: 'Una propuesta para {{businessName}}',
  quoteLead: 'Lo que hacemos, con nuestras propias palabras:',
  withoutOffer: {
    text: 'Lo que ofrecemos se explica mejor de viva voz que por escrito.',
    question: '¿Puedo <llamarle|llamarte> en los próximos días?',
  },
  familiar:
    /(?<!\p{L})(?:tu|tus|tuy[oa]s?|ti|te|tú|contigo|quieres|necesitas|puedes|vuestr[oa]s?)(?!\p{L})|(?:^|[.!?¡]\s*)(?:ahorra|llama|descubre|consigue|mejora)(?!\p{L})/iu,
}

/** The sentence after the greeting begins in lower case. */
export const isLowered = (language: string): boolean => language === 'de' || language === 'it'

export const frames: Record<Language, Frame> = { en, de, fr, it, es }
