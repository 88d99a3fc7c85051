import type { BuiltInLabel } from '@goldpan/contract/inbox'

/** A reply of the story: its words are the reason of its label. */
export interface ReplyText {
  label: BuiltInLabel
  text: string
  /** Literally in the text; null if no rule is sure. */
  words: string | null
}

const reply = (label: BuiltInLabel, text: string, words: string | null): ReplyText => ({ label, text, words })

/** In six languages, as small businesses write. Frequent kinds are there more often. */
export const replyTexts: readonly ReplyText[] = [
  reply('interested', 'Sounds good, please send us two kilos to try.', 'please send us'),
  reply('interested', 'That would suit us. What do you need from us to get started?', 'would suit us'),
  reply('interested', 'Klingt gut, schicken Sie uns gern eine Probe.', 'Klingt gut'),
  reply('interested', 'Oui, cela nous intéresse. Envoyez-nous un échantillon.', 'cela nous intéresse'),
  reply('interested', 'Nos interesa, envíenos una muestra.', 'Nos interesa'),
  reply('interested', 'Ci interessa, mandateci un campione.', 'Ci interessa'),
  reply('interested', 'Dat klinkt goed, stuur ons graag een proefpakket.', 'klinkt goed'),
  reply('meeting', 'Can you come by on Tuesday at ten?', 'come by on Tuesday'),
  reply('meeting', 'Please call me tomorrow morning, before the shop opens.', 'call me tomorrow'),
  reply('meeting', 'Rufen Sie mich bitte am Mittwoch an.', 'Rufen Sie mich'),
  reply('meeting', 'Pouvons-nous nous voir jeudi à 14 h ?', 'nous voir jeudi'),
  reply('question', 'What does a kilo cost if we take twenty a month?', 'What does a kilo cost'),
  reply('question', 'Is there a minimum order, and do you deliver on Saturdays?', 'Is there a minimum order'),
  reply('question', 'Was kostet das, und wie lange läuft der Vertrag?', 'Was kostet das'),
  reply('question', 'Quel est le prix pour cinquante kilos ?', 'Quel est le prix'),
  reply('question', '¿Cuánto cuesta el servicio al mes?', 'Cuánto cuesta'),
  reply('later', 'Not now, please get in touch again in March.', 'again in March'),
  reply('later', 'Bitte melden Sie sich im nächsten Quartal wieder.', 'im nächsten Quartal'),
  reply('later', 'Recontactez-nous le mois prochain, nous rénovons.', 'le mois prochain'),
  reply('not_interested', 'Thank you, but we are happy with our roaster.', 'happy with our roaster'),
  reply('not_interested', 'Not for us, sorry.', 'Not for us'),
  reply('not_interested', 'No thanks, we have no need for it.', 'No thanks'),
  reply('not_interested', 'Danke, aber wir haben kein Interesse.', 'kein Interesse'),
  reply('not_interested', 'Wir sind bereits bestens versorgt.', 'bereits bestens versorgt'),
  reply('not_interested', 'Merci, mais cela ne nous intéresse pas.', 'ne nous intéresse pas'),
  reply('not_interested', 'Gracias, pero no nos interesa.', 'no nos interesa'),
  reply('not_interested', 'Grazie, ma non siamo interessati.', 'non siamo interessati'),
  reply('not_interested', 'Nee bedankt, wij hebben geen interesse.', 'geen interesse'),
  reply('wrong_person', 'My colleague does the buying, please write to her.', 'does the buying'),
  reply('wrong_person', 'Dafür ist bei uns Frau Keller zuständig.', 'zuständig'),
  reply('left_company', 'Ms Hall no longer works here.', 'no longer works here'),
  reply('away', 'I am out of the office until Monday and will answer then.', 'out of the office'),
  reply('away', 'Ich bin bis zum 14. nicht im Büro.', 'nicht im Büro'),
  reply('away', 'Je suis absente jusqu’à lundi.', 'Je suis absente'),
  reply('away', 'Estoy fuera de la oficina hasta el lunes.', 'fuera de la oficina'),
  reply('away', 'Sono in ferie fino a lunedì.', 'in ferie'),
  reply('automatic', 'We have received your message. Your ticket has the number 20417.', 'Your ticket'),
  reply('automatic', 'Vielen Dank für Ihre Nachricht. Wir haben sie erhalten.', 'Wir haben sie erhalten'),
  reply('stop', 'Please take us off your list.', 'take us off your list'),
  reply('stop', 'Bitte keine weiteren E-Mails.', 'keine weiteren E-Mails'),
  reply('stop', 'Ne nous écrivez plus, merci.', 'Ne nous écrivez plus'),
  reply('other', 'Thank you for your message.', null),
  reply('other', 'Danke, ich gebe es weiter.', null),
  reply('other', 'We are closed for the wedding season, as every year.', null),
]

export const firstNames =
  'Ada Ben Carla Dario Elena Farid Greta Hugo Ines Jonas Klara Luca Maria Nora Oscar Paula Rémi Sofia Théo Ursula Viktor Wanda Zoë'.split(
    ' ',
  )
export const lastNames =
  'Keller Rossi Martin García Müller Jansen Bianchi Dubois Weber Hall López Vogel Moretti Bakker Petit Schäfer Costa Meyer Novak Ferrari Lefèvre Brandt Ruiz Hoffmann Visser Conti Moreau Lang Navarro'.split(
    ' ',
  )
export const trades = [
  ['Bakery', 'bakery'],
  ['Bäckerei', 'baeckerei'],
  ['Boulangerie', 'boulangerie'],
  ['Panadería', 'panaderia'],
  ['Panificio', 'panificio'],
  ['Café', 'cafe'],
  ['Hotel', 'hotel'],
  ['Restaurant', 'restaurant'],
  ['Trattoria', 'trattoria'],
  ['Teashop', 'teashop'],
] as const

export const campaignNames = [
  'Coffee for bakeries',
  'Coffee for cafés',
  'Kaffee für Hotels',
  'Café pour les restaurants',
  'Grinders on loan',
  'House blend, spring',
  'House blend, autumn',
  'Caffè per trattorie',
  'Café para panaderías',
  'Second offer',
]
