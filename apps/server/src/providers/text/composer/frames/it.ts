import type { Frame } from '../frame.ts'

// The sentence after "Buongiorno …," goes on in lower case; "a {{city|livello locale}}" reads well without a town too.
export const it: Frame = {
  greetings: ['Buongiorno {{firstName|a tutti}},', '<Buongiorno|Ciao> {{firstName|a tutti}},'],
  openings: [
    'cercando {{trade|{audience}}} a {{city|livello locale}} ho trovato {{businessName}}. <Vi|Ti> scrivo perché quanto segue potrebbe <esservi|esserti> utile, e lo riassumo in poche righe.',
    'scrivo a {{businessName}} dopo aver cercato {{trade|{audience}}} a {{city|livello locale}}. Quanto segue merita forse un minuto del <vostro|tuo> tempo.',
    'facendo una ricerca su {{trade|{audience}}} a {{city|livello locale}} ho notato {{businessName}}, e ho una domanda. Prima, in poche parole, il motivo del mio messaggio.',
    'non ci conosciamo ancora, quindi vengo subito al punto: scrivo a {{businessName}} perché quanto segue potrebbe interessare {{trade|{audience}}} a {{city|livello locale}}.',
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
    '<Vi|Ti> farebbe piacere saperne di più?',
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
