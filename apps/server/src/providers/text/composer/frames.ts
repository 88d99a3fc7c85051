import type { Language } from './language.ts'

/**
 * The sentences around the offer in one language. None states a fact about the sender or the recipient. `<Sie|ihr>`
 * has the formal and the familiar form. The composer fills `{audience}` and `{topic}`. `{{trade}}` is the recipient's
 * kind of business, with the copy's audience as its fallback.
 */
export interface Frame {
  greetings: string[]
  openings: string[]
  /** The audience if the copy names none. */
  audience: string
  /** Joins "a, b and c". */
  and: string
  /** Introduces an offer that begins with a catchphrase. */
  pointLead: string
  /** Introduce promotional content that isn't a sentence. */
  promotionLeads: string[]
  /** Optional sentences before the question, for messages that are too short. */
  asides: string[]
  questions: string[]
  closings: string[]
  /** With `{topic}`: for any topic, for one that can be offered, and one that starts with the recipient's name. */
  subjects: { asking: string; giving: string; naming: string }
  plainSubject: string
  /** Introduces quotes in a language the composer can't write. */
  quoteLead: string
  /** Used if the copy contains nothing to quote. */
  withoutOffer: string
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
  return {
    ...frame,
    greetings: frame.greetings.map(choose),
    openings: frame.openings.map(choose),
    asides: frame.asides.map(choose),
    questions: frame.questions.map(choose),
    closings: frame.closings.map(choose),
    withoutOffer: choose(frame.withoutOffer),
  }
}

const en: Frame = {
  greetings: ['Hello {{firstName|there}},', 'Hi {{firstName|there}},'],
  openings: [
    'I came across {{businessName}} while looking at {{trade|{audience}}} in {{city|your area}}. Here is why I am getting in touch, in a few lines.',
    'I am asking a few {{trade|{audience}}} in {{city|your area}} the same question, and {{businessName}} is one of them. First, a few words on what it is about.',
    'I found {{businessName}} while looking at {{trade|{audience}}} in {{city|your area}}, and I have one question for you. First, a quick word on why I ask.',
    'We have not met, so I will be brief: I found {{businessName}} while looking at {{trade|{audience}}} in {{city|your area}}, and I have a question for you.',
  ],
  audience: 'businesses',
  and: 'and',
  pointLead: 'In short:',
  promotionLeads: ['Our current offer:', 'At the moment:'],
  asides: [
    'You may well have this covered at {{businessName}} already; if so, a short no is all I need.',
    'If one of your colleagues looks after this, I would be grateful if you could pass my message on.',
    'I am happy to answer any questions, and a one-line reply is plenty.',
    'I would rather ask you a short question than send you a long brochure.',
  ],
  questions: [
    'Is this something {{businessName}} is looking at, and if so, who handles it?',
    'Would a short call in the next few days help you see whether this suits {{businessName}}?',
    'What would you need to know before saying yes or no?',
    'May I send you the details, so you can see whether this fits {{businessName}}?',
  ],
  closings: ['Kind regards', 'Best regards'],
  subjects: {
    asking: '{topic}: a short question',
    giving: '{topic} for {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'A short question for {{businessName}}',
  quoteLead: 'In our own words:',
  withoutOffer:
    'I would like to tell you what we offer and hear whether it is any use to {{businessName}}. I am glad to explain it in my next message, in plain words and without a long presentation.',
  familiar: null,
}

// The sentence after "Guten Tag …," continues in lower case. `{audience}` is in the dative plural.
const de: Frame = {
  greetings: ['Guten Tag {{firstName|zusammen}},', '<Guten Tag|Hallo> {{firstName|zusammen}},'],
  openings: [
    'auf der Suche nach {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} bin ich auf {{businessName}} gestoßen. Worum es geht, steht hier in wenigen Zeilen.',
    'ich stelle einigen {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} dieselbe Frage, und {{businessName}} gehört dazu. Vorab kurz, worum es geht.',
    'bei der Suche nach {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}} ist mir {{businessName}} aufgefallen, und ich habe eine Frage. Vorab in wenigen Worten, worum es geht.',
    'wir kennen uns noch nicht, deshalb komme ich gleich zur Sache: Ich habe eine Frage an {{businessName}}, gefunden auf der Suche nach {{trade|{audience}}} in {{city|<Ihrer|eurer> Region}}.',
  ],
  audience: 'Betrieben',
  and: 'und',
  pointLead: 'Kurz gesagt:',
  promotionLeads: ['Unser aktuelles Angebot:', 'Zurzeit gilt:'],
  asides: [
    'Vielleicht ist das bei {{businessName}} schon gut gelöst; dann genügt mir ein kurzes Nein.',
    'Falls bei <Ihnen|euch> jemand anders dafür zuständig ist, freue ich mich, wenn <Sie|ihr> diese Nachricht <weiterleiten|weiterleitet>.',
    'Fragen dazu beantworte ich gern, und eine kurze Antwort in einer Zeile genügt mir.',
    'Lieber stelle ich <Ihnen|euch> eine kurze Frage, als einen langen Prospekt zu schicken.',
  ],
  questions: [
    'Wäre das für {{businessName}} interessant, und wer ist dafür die richtige Ansprechperson?',
    'Wollen wir in den nächsten Tagen kurz telefonieren, um zu sehen, ob das zu {{businessName}} passt?',
    'Was <müssten|müsstet> <Sie|ihr> wissen, um Ja oder Nein sagen zu können?',
    'Darf ich <Ihnen|euch> dazu die Einzelheiten schicken, damit <Sie|ihr> in Ruhe prüfen <können|könnt>, ob das zu {{businessName}} passt?',
  ],
  closings: ['<Mit freundlichen Grüßen|Viele Grüße>', '<Freundliche Grüße|Herzliche Grüße>'],
  subjects: {
    asking: '{topic}: eine kurze Frage',
    giving: '{topic} für {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'Eine kurze Frage an {{businessName}}',
  quoteLead: 'In unseren eigenen Worten:',
  withoutOffer:
    'Gern möchte ich <Ihnen|euch> zeigen, was wir anbieten, und hören, ob das von Nutzen ist. Das erkläre ich in meiner Antwort, ohne lange Präsentation und in einfachen Worten.',
  familiar:
    /\b(?:du|dir|dich|dein(?:e[mnrs]?)?|euch|eure[mnrs]?|euer|ihr (?:braucht|habt|könnt|bekommt|seid|sucht|wollt|müsst|spart|zahlt))\b/iu,
}

// "du côté de {{city|chez vous}}" works with and without a city. `{audience}` follows "des" or "les".
const fr: Frame = {
  greetings: ['Bonjour {{firstName|à tous}},', 'Bonjour {{firstName|à toutes et à tous}},'],
  openings: [
    "En cherchant des {{trade|{audience}}} du côté de {{city|chez vous}}, j'ai découvert {{businessName}}. Voici en quelques mots de quoi il s'agit.",
    "Je pose la même question à quelques {{trade|{audience}}} du côté de {{city|chez vous}}, et {{businessName}} en fait partie. Voici d'abord de quoi il s'agit.",
    "Mes recherches sur les {{trade|{audience}}} du côté de {{city|chez vous}} m'ont fait connaître {{businessName}}, et j'ai une question à vous poser. Auparavant, quelques mots sur la raison de mon message.",
    "Nous ne nous connaissons pas encore, alors je vais droit au but : j'ai une question pour {{businessName}}, que j'ai trouvé en cherchant des {{trade|{audience}}} du côté de {{city|chez vous}}.",
  ],
  audience: 'entreprises',
  and: 'et',
  pointLead: 'En bref :',
  promotionLeads: ['Notre offre actuelle :', 'En ce moment :'],
  asides: [
    'Peut-être que {{businessName}} a déjà une bonne solution ; dans ce cas, un simple non me suffit.',
    "Si une autre personne s'en occupe chez vous, je vous remercie de lui transmettre ce message.",
    'Je réponds volontiers à vos questions, et une ligne de votre part suffit.',
    'Je préfère vous poser une question courte plutôt que de vous envoyer une longue brochure.',
  ],
  questions: [
    'Est-ce que cela pourrait intéresser {{businessName}} et, si oui, à qui puis-je en parler ?',
    'Auriez-vous quelques minutes au téléphone dans les prochains jours pour voir si cela convient à {{businessName}} ?',
    'Que vous faudrait-il savoir pour me répondre par oui ou par non ?',
    'Puis-je vous envoyer les détails pour que vous puissiez voir si cela convient à {{businessName}} ?',
  ],
  closings: ['Bien cordialement', 'Cordialement'],
  subjects: {
    asking: '{topic} : une question',
    giving: '{topic} pour {{businessName}}',
    naming: '{{businessName}} : {topic}',
  },
  plainSubject: 'Une question pour {{businessName}}',
  quoteLead: 'Avec nos propres mots :',
  withoutOffer:
    'Je voudrais vous présenter ce que nous proposons et savoir si cela peut vous servir. Je vous expliquerai volontiers de quoi il est question, simplement et sans longue présentation.',
  familiar: null,
}

// The sentence after "Buongiorno …," continues in lower case. "a {{city|livello locale}}" works without a city.
const it: Frame = {
  greetings: ['Buongiorno {{firstName|a tutti}},', '<Buongiorno|Ciao> {{firstName|a tutti}},'],
  openings: [
    'cercando {{trade|{audience}}} a {{city|livello locale}} ho trovato {{businessName}}. Ecco in poche righe di che cosa si tratta.',
    'scrivo a {{businessName}} dopo aver cercato {{trade|{audience}}} a {{city|livello locale}}. Prima di tutto, di che cosa si tratta.',
    'facendo una ricerca su {{trade|{audience}}} a {{city|livello locale}} ho notato {{businessName}}, e ho una domanda. Prima, in poche parole, il motivo del mio messaggio.',
    'non ci conosciamo ancora, quindi vengo subito al punto: ho una domanda per {{businessName}}, che ho trovato cercando {{trade|{audience}}} a {{city|livello locale}}.',
  ],
  audience: 'aziende',
  and: 'e',
  pointLead: 'In breve:',
  promotionLeads: ['La nostra offerta attuale:', 'In questo momento:'],
  asides: [
    'Forse {{businessName}} ha già una buona soluzione; in tal caso mi basta un semplice no.',
    "Se da <voi|te> se ne occupa un'altra persona, <vi|ti> ringrazio se <potete|puoi> inoltrarle questo messaggio.",
    'Rispondo volentieri a ogni domanda, e mi basta una riga di risposta.',
    'Preferisco fare una domanda breve piuttosto che mandare una lunga brochure.',
  ],
  questions: [
    'Potrebbe interessare a {{businessName}} e, in tal caso, con chi posso parlarne?',
    '<Avreste|Avresti> qualche minuto nei prossimi giorni per capire insieme, al telefono, se è adatto a {{businessName}}?',
    'Che cosa <vi|ti> servirebbe sapere per rispondermi con un sì o con un no?',
    'Posso <mandarvi|mandarti> i dettagli, così da capire se sono utili a {{businessName}}?',
  ],
  closings: ['Cordiali saluti', 'Un cordiale saluto'],
  subjects: {
    asking: '{topic}: una domanda',
    giving: '{topic} per {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'Una domanda per {{businessName}}',
  quoteLead: 'Con le nostre parole:',
  withoutOffer:
    'Vorrei <presentarvi|presentarti> quello che offriamo e sapere se può essere utile. Spiegherò volentieri di che cosa si tratta, in parole semplici e senza lunghe presentazioni.',
  familiar:
    /\b(?:tuo|tua|tuoi|tue|ti|tu)\b|(?:^|[.!?]\s*)(?:risparmia|scopri|chiama|riduci|contattaci|chiamaci|prova)\b/iu,
}

// The greeting ends with a colon, so the next sentence is capitalised.
const es: Frame = {
  greetings: ['<Buenos días|Hola>, {{firstName|equipo}}:', 'Hola, {{firstName|equipo}}:'],
  openings: [
    'Buscando {{trade|{audience}}} en {{city|<su|tu> zona}} encontré {{businessName}}. <Le|Te> resumo en pocas líneas de qué se trata.',
    'Escribo a {{businessName}} después de buscar {{trade|{audience}}} en {{city|<su|tu> zona}}. Primero, de qué se trata.',
    'Al buscar {{trade|{audience}}} en {{city|<su|tu> zona}} me fijé en {{businessName}}, y tengo una pregunta. Antes, en pocas palabras, el motivo de mi mensaje.',
    'Todavía no nos conocemos, así que iré al grano: tengo una pregunta para {{businessName}}, que encontré al buscar {{trade|{audience}}} en {{city|<su|tu> zona}}.',
  ],
  audience: 'empresas',
  and: 'y',
  pointLead: 'En pocas palabras:',
  promotionLeads: ['Nuestra oferta actual:', 'En este momento:'],
  asides: [
    'Puede que {{businessName}} ya tenga una buena solución; en ese caso me basta con un simple no.',
    'Si de esto se ocupa otra persona del equipo, <le|te> agradezco que le <reenvíe|reenvíes> este mensaje.',
    'Con gusto respondo a cualquier pregunta, y me basta una línea de respuesta.',
    'Prefiero hacer una pregunta corta a enviar un folleto largo.',
  ],
  questions: [
    '¿Podría interesar a {{businessName}} y, en ese caso, con quién debería hablar?',
    '¿<Tendría|Tendrías> unos minutos por teléfono en los próximos días para ver si encaja con {{businessName}}?',
    '¿Qué <necesitaría|necesitarías> saber para responderme con un sí o un no?',
    '¿Puedo <enviarle|enviarte> los detalles para ver si encajan con {{businessName}}?',
  ],
  closings: ['Un cordial saludo', 'Saludos cordiales'],
  subjects: {
    asking: '{topic}: una pregunta',
    giving: '{topic} para {{businessName}}',
    naming: '{{businessName}}: {topic}',
  },
  plainSubject: 'Una pregunta para {{businessName}}',
  quoteLead: 'Con nuestras propias palabras:',
  withoutOffer:
    'Me gustaría <contarle|contarte> qué ofrecemos y saber si puede ser de utilidad. Con gusto lo explico en mi respuesta, con palabras sencillas y sin una presentación larga.',
  familiar:
    /(?<!\p{L})(?:tu|tus|tuy[oa]s?|ti|te|tú|contigo|quieres|necesitas|puedes|vuestr[oa]s?)(?!\p{L})|(?:^|[.!?¡]\s*)(?:ahorra|llama|descubre|consigue|mejora)(?!\p{L})/iu,
}

export const frames: Record<Language, Frame> = { en, de, fr, it, es }
