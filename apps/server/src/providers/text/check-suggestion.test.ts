import { expect, test } from 'vitest'
import { inventedFacts } from './check-suggestion.ts'

const copy =
  'We repair bakery ovens within one day for 90 EUR, across 3 regions, and keep 1,490 parts in stock. Plans: https://ovens.example/plans?id=7. Call +49 30 1234567 or write to info@ovens.example.'
const thread = [
  'Hello, what does a repair cost? Could you come on Tuesday, 12 March, at 14:30?',
  'Kind regards, Rita Weber, Bäckerei Weber',
  'Alice Tester',
]
const invented = (text: string, ...more: string[]) => inventedFacts([copy, ...thread, ...more], text)

test.each([
  ['en', 'Dear Ms Weber,\n\nA repair costs 90 EUR. We can come on Tuesday at 14:30.\n\nKind regards'],
  ['en', 'Thanks for your question. It costs €90, and we repair within one day.'],
  ['en', 'We could come on March 12th. May I ask which oven you have?'],
  [
    'de',
    'Sehr geehrte Frau Weber,\n\nvielen Dank für Ihre Nachricht. Eine Reparatur kostet 90 Euro. Wir kommen gern am Dienstag, dem 12. März.\n\nMit freundlichen Grüßen',
  ],
  ['de', 'Hallo Rita,\n\nwelchen Ofen haben Sie? Dann finde ich das passende Ersatzteil.\n\nViele Grüße'],
  [
    'fr',
    'Bonjour Madame Weber,\n\nune réparation coûte 90 €. Nous pouvons passer mardi à 14h30.\n\nCordialement',
  ],
  ['es', 'Hola Rita:\n\nuna reparación cuesta 90 euros. ¿Le va bien el martes 12 de marzo?\n\nSaludos'],
  [
    'it',
    'Gentile Signora Weber,\n\nla riparazione costa 90 euro. Va bene martedì 12 marzo?\n\nCordiali saluti',
  ],
  [
    'nl',
    'Beste Rita,\n\neen reparatie kost 90 euro. Kunnen we dinsdag 12 maart langskomen?\n\nMet vriendelijke groet',
  ],
  [
    'en',
    'The plans are at https://ovens.example/plans?id=7. You can also write to info@ovens.example or call +49 30 1234567.',
  ],
  ['en', 'We keep 1490 parts in stock. Unfortunately I cannot answer that yet; I will find out.'],
])('a suggestion of known facts is kept: %s %#', (_, text) => {
  expect(invented(text)).toEqual([])
})

test.each([
  ['a number', 'We have 12,000 customers.', '12,000'],
  ['the end of a grouped number', 'We keep 490 parts.', '490'],
  ['a number in full-width digits', 'A repair takes ４５ minutes.', '45'],
  ['a number split by an invisible character', 'It costs 9\u200b5 euros.', '95'],
  ['digits of another script', 'It costs ٩٥.', '٩٥'],
  ['a price', 'It costs 80 EUR.', '80'],
  ['another currency', 'It costs 90 USD.', '90 USD'],
  ['a percentage of a known number', 'You get 3 % off.', '3 %'],
  ['a number in words', 'It takes eleven days.', 'eleven'],
  ['a date of known numbers', 'We can come on 3.12.', '3.12'],
  ['a date with another month', 'We can come on 12 April.', '12 april'],
  ['a time of known numbers', 'We can come at 12:30.', '12:30'],
  ['a time of the other half', 'We can come at 3 pm.', '3 pm'],
  ['an address', 'Write to sales@ovens.example.', 'sales@ovens.example'],
  [
    'the beginning of a known link',
    'See https://ovens.example/plans?id=70.',
    'https://ovens.example/plans?id=70',
  ],
  ['a link without a scheme', 'See pay.evil.example/now.', 'pay.evil.example/now'],
  ['the host of a known link', 'See ovens.example for more.', 'ovens.example'],
  ['another scheme', 'Open ftp://ovens.example/plans.', 'ftp://ovens.example/plans'],
  ['a telephone number', 'Call +49 30 7654321.', '49307654321'],
])('an invented fact is found: %s', (_, text, fact) => {
  expect(invented(text)).toContain(fact)
})

test.each([
  ['en', 'We can come on Friday.', 'friday'],
  ['en', 'I will call you tomorrow.', 'tomorrow'],
  ['en', 'We are free in May.', 'may'],
  ['en', 'Shall we speak next week?', 'next week'],
  ['de', 'Wir kommen am Freitag.', 'freitag'],
  ['de', 'Ich rufe Sie morgen an.', 'morgen'],
  ['de', 'Geht es nächste Woche?', 'nachste woche'],
  ['fr', 'Nous pouvons passer vendredi.', 'vendredi'],
  ['fr', 'Je vous appelle demain.', 'demain'],
  ['es', 'Podemos ir el viernes.', 'viernes'],
  ['es', 'Le llamo mañana.', 'manana'],
  ['it', 'Possiamo venire venerdì.', 'venerdi'],
  ['it', 'La chiamo domani.', 'domani'],
  ['nl', 'We komen vrijdag langs.', 'vrijdag'],
  ['nl', 'Zullen we volgende week bellen?', 'volgende week'],
  ['en', 'See you at noon.', 'noon'],
  ['en', 'We open again in spring.', 'in spring'],
  ['en', 'Let us speak next year.', 'next year'],
  ['en', 'I will call you this afternoon.', 'this afternoon'],
  ['en', 'You get it at the end of the week.', 'end of the week'],
  ['en', 'We start in the next quarter.', 'next quarter'],
  ['de', 'Wir kommen im Sommer.', 'sommer'],
  ['de', 'Passt es Ihnen nächstes Jahr?', 'nachstes jahr'],
  ['fr', 'Nous passerons à midi.', 'midi'],
  ['es', 'Le llamo el año que viene.', 'ano que viene'],
  ['it', 'Ci vediamo a mezzogiorno.', 'mezzogiorno'],
  ['nl', 'We bellen u vanmiddag.', 'vanmiddag'],
  ['pt', 'Podemos ir na sexta-feira.', 'sexta-feira'],
  ['pt', 'Estamos livres em setembro.', 'setembro'],
  ['pl', 'Przyjedziemy w piątek.', 'piatek'],
  ['pl', 'Zadzwonimy w październiku.', 'pazdzierniku'],
])('an invented day is found in %s: %s', (_, text, day) => {
  expect(invented(text)).toContain(day)
})

test.each([
  ['Guten Morgen Frau Weber,\nwelchen Ofen haben Sie?'],
  ['Por la mañana trabajamos en el taller.'],
  ['May I ask which oven you have? You may write at any time.'],
  ['We march on with the repair.'],
])('a word that looks like a day is none: %s', (text) => {
  expect(invented(text)).toEqual([])
})

test.each([
  ['en', 'My colleague Thomas will call you.', 'Thomas'],
  ['en', 'Maria will call you.', 'Maria'],
  ['en', 'Dear Mr Smith,\nthank you.', 'Smith'],
  ['en', 'Thank you.\n\nKind regards\nTom', 'Tom'],
  ['en', 'We also work for “Acme” and others.', 'Acme'],
  ['en', 'Your contact: Maria', 'Maria'],
  ['de', 'Herr Müller ruft Sie an.', 'Müller'],
  ['de', 'Meine Kollegin Sabine hilft Ihnen gern.', 'Sabine'],
  ['de', 'Vielen Dank.\n\nViele Grüße\nThomas Berger', 'Berger'],
  ['de', 'Hallo Thomas,\nvielen Dank.', 'Thomas'],
  ['de', 'Wir liefern mit der Ofenbau GmbH.', 'GmbH'],
  ['fr', 'Bonjour Monsieur Dupont,\nmerci.', 'Dupont'],
  ['fr', 'Je vous mets en relation avec Claire.', 'Claire'],
  ['es', 'Mi compañero Javier le llamará.', 'Javier'],
  ['it', 'La mia collega Giulia risponde volentieri.', 'Giulia'],
  ['nl', 'Mijn collega Jeroen helpt u graag.', 'Jeroen'],
])('an invented name is found in %s: %s', (_, text, name) => {
  expect(invented(text)).toContain(name)
})

test('a fact of the thread may be told, in another language too', () => {
  const asked = 'Können Sie am Freitag um 9 Uhr kommen? Grüße, Herr Dupont'
  expect(invented('Dear Mr Dupont,\nFriday at 9 works for us.', asked)).toEqual([])
})

test('a text of 40,000 characters is checked in linear time', () => {
  const before = process.threadCpuUsage()
  for (const text of ['9.'.repeat(20_000), 'a.'.repeat(20_000), 'A '.repeat(20_000), '9 '.repeat(20_000)])
    inventedFacts([text], text)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(3000)
})
