import { expect, test } from 'vitest'
import { fitName, nameFromLocalPart } from './local-part.ts'
import { parsePersonName } from './person-name.ts'
import { isTitleWord } from './title-words.ts'

test.each([
  ['Dr. med. dent. Anke von der Heide, M.Sc.', 'Anke', 'von der Heide', ''],
  ['Prof. Dr.-Ing. Uwe Krall', 'Uwe', 'Krall', 'de'],
  ['LEFÈVRE-BRUNEL Antoine', 'Antoine', 'Lefèvre-Brunel', 'fr'],
  ['LE GOFF Yann', 'Yann', 'Le Goff', 'fr'],
  ['Mme Claudine Pons', 'Claudine', 'Pons', 'fr'],
  ['Huber, Maria', 'Maria', 'Huber', 'de'],
  ['María del Carmen Fuentes Aldama', 'María del Carmen', 'Fuentes Aldama', 'es'],
  ['Ana Martín López', 'Ana', 'Martín López', 'es'],
  ['Joost van ’t Hof', 'Joost', 'van ’t Hof', 'nl'],
  ['Cathal Ó Murchú', 'Cathal', 'Ó Murchú', 'en'],
  ['Máire Ní Bhriain', 'Máire', 'Ní Bhriain', 'en'],
  ['Pádraig Mac an Bhaird', 'Pádraig', 'Mac an Bhaird', 'en'],
  ['Aoife Nic Gabhann', 'Aoife', 'Nic Gabhann', 'en'],
  ['Seán Ó hUiginn', 'Seán', 'Ó hUiginn', 'en'],
  ['Brigid Uí Chonaill', 'Brigid', 'Uí Chonaill', ''],
  ['Ms Ní Dhomhnaill', null, 'Ní Dhomhnaill', 'en'],
  ['Frau von der Heide', null, 'von der Heide', 'de'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset', 'es'],
  ['Joost van ‘t Hof', 'Joost', 'van ‘t Hof', 'nl'],
  ['Layla al-Hashimi', 'Layla', 'al-Hashimi', 'en'],
  ['Omar bin Rashid', 'Omar', 'bin Rashid', 'en'],
  ['Fatima bint Hassan', 'Fatima', 'bint Hassan', 'fr'],
  ["Lorenzo dell'Acqua", 'Lorenzo', "dell'Acqua", 'it'],
  ['Marie d’Estaing', 'Marie', 'd’Estaing', 'fr'],
  ['Klaus von der Heide', 'Klaus', 'von der Heide', 'de'],
  ['Ines de los Ríos', 'Ines', 'de los Ríos', 'es'],
  ['RA Ilse Lang', 'Ilse', 'Lang', 'de'],
  ['RAin Vera Huth', 'Vera', 'Huth', 'de'],
  ['StB Dipl.-Kfm. Otto Kern', 'Otto', 'Kern', 'de'],
  ['ZÄ Tina Zorn', 'Tina', 'Zorn', 'de'],
  ['Me Luc Petit', 'Luc', 'Petit', 'fr'],
  ['Mtre Anne Roy', 'Anne', 'Roy', 'fr'],
  ['Avv. Sara Conti', 'Sara', 'Conti', 'it'],
  ['Dott.ssa Gaia Neri', 'Gaia', 'Neri', 'it'],
  ['Lic. Ana Paz', 'Ana', 'Paz', 'es'],
  ['Ing. arch. Jan Novotný', 'Jan', 'Novotný', 'cs'],
  ['Harold J. Finch', 'Harold', 'Finch', 'en'],
  ["DEIRDRE O'CONNELL", 'Deirdre', "O'Connell", 'en'],
  ['Kovács István', 'István', 'Kovács', 'hu'],
  ['Bianchi Andrea', 'Andrea', 'Bianchi', 'it'],
  ['Ylenia Franco', 'Ylenia', 'Franco', 'it'],
  ['山田 太郎', '太郎', '山田', 'ja'],
  ['王小明', '小明', '王', 'zh'],
  ['김민수', '민수', '김', 'ko'],
  ['Frau Kessler', null, 'Kessler', 'de'],
  ['Sarah Whitlock BVSc MRCVS', 'Sarah', 'Whitlock', 'en'],
])('%s is split', (text, first_name, last_name, language) => {
  expect(parsePersonName(text, language)).toEqual({ first_name, last_name })
})

test.each(['', '12345', 'info@oakfield.com', 'one two three four five six seven eight'])(
  "'%s' is not a name",
  (text) => {
    expect(parsePersonName(text)).toBeUndefined()
  },
)

test.each([
  ['mary.roe', 1],
  ['roe.mary', 1],
  ['maryroe', 1],
  ['mroe', 0.9],
  ['m.roe', 0.9],
  ['roem', 0.9],
  ['roe', 0.8],
  ['mary', 0.7],
  ['mr', 0.5],
  ['peter', 0],
  ['info', 0],
])('%s fits Mary Roe by %d', (local, fit) => {
  expect(fitName(local, { first_name: 'Mary', last_name: 'Roe' })).toBe(fit)
})

test('umlauts and particles match in all spellings', () => {
  expect(fitName('juergen.mueller', { first_name: 'Jürgen', last_name: 'Müller' })).toBe(1)
  expect(fitName('jurgen.muller', { first_name: 'Jürgen', last_name: 'Müller' })).toBe(1)
  expect(fitName('svandermeulen', { first_name: 'Saskia', last_name: 'van der Meulen' })).toBe(0.9)
  expect(fitName('sbaekgaard', { first_name: 'Søren', last_name: 'Bækgaard' })).toBe(0.9)
})

test('an address of two words names its owner if one is a given name and none a role', () => {
  expect(nameFromLocalPart('friedrich.lohmeyer')).toEqual({ first_name: 'Friedrich', last_name: 'Lohmeyer' })
  expect(nameFromLocalPart('lohse.birgit')).toEqual({ first_name: 'Birgit', last_name: 'Lohse' })
  for (const local of ['it.service', 'web.master', 'team.berlin', 'praxis.huber', 'info', 'north.gate'])
    expect(nameFromLocalPart(local)).toBeUndefined()
})

test.each([
  'Büroleitung Küchenleiterin Fuhrparkleiter Bezirksführerin Marktbetreuung Ausbildungsbeauftragte',
  'winkelmanager teamleider kantoorbeheerder planningsmedewerker jeugdcoördinator',
  'kundansvarig butikschef verksamhetsledare projektsamordnare',
  'butiksbestyrer lagermedarbejder værkstedsleder regnskapsansvarlig avdelingsleder',
  'myyntipäällikkö varastovastaava toimistosihteeri huoltopäällikkö',
  'irodavezető üzemvezető értékesítésvezető raktárvezető',
  'vicedirettore capoarea caporeparto copropriétaire sous-directrice subdirectora vicerrectora',
  'wicedyrektor místopředsedkyně viceprezident greenkeeper caseworker spokesperson',
])('compound titles are recognised in the languages that form them: %s', (words) => {
  for (const word of words.split(' ')) expect([word, isTitleWord(word)]).toEqual([word, true])
})

test('family names and things with the ending of a title are not titles', () => {
  for (const word of [
    'Burmeister',
    'Hofbauer',
    'Hoffmann',
    'Wasserleitung',
    'Einleitung',
    'Antwort',
    'Kleider',
  ])
    expect([word, isTitleWord(word)]).toEqual([word, false])
})

test('titles are recognised in many languages', () => {
  for (const word of [
    'Manager',
    'Geschäftsführerin',
    'Kassenwart',
    'gérante',
    'Titolare',
    'directora',
    'Właściciel',
    'Eigenaar',
    'jednatel',
    'ordförande',
    'toimitusjohtaja',
    'ügyvezető',
    'Kinderärztin',
    'indehaver',
    'proprietário',
  ])
    expect([word, isTitleWord(word)]).toEqual([word, true])
  for (const word of ['Oakfield', 'bread', 'Straße', 'Müller', 'Paris'])
    expect([word, isTitleWord(word)]).toEqual([word, false])
})
