/** Extracts facts that can be compared between texts: amounts, addresses and names. */

const NUMBER = /\d+(?:[.,'’ {3}]\d{3}(?!\d))*(?:[.,]\d+)?/g
const CURRENCIES: [RegExp, string][] = [
  [/^(?:€|EUR|euros?)$/iu, '€'],
  [/^(?:\$|USD|dollars?|dollari?|dólares?)$/iu, '$'],
  [/^(?:£|GBP|pounds?)$/iu, '£'],
  [/^(?:CHF|Fr\.?|Franken|francs?|franchi|francos?)$/iu, 'CHF'],
  [/^(?:%|percent|per cent|prozent|pour cent|pourcents?|per cento|percento|por ciento)$/iu, '%'],
]
const UNIT =
  '€|\\$|£|%|(?:EUR|euros?|USD|dollars?|dollari?|dólares?|GBP|pounds?|CHF|Fr\\.?|Franken|francs?|franchi|francos?|percent|per cent|prozent|pour cent|pourcents?|per cento|percento|por ciento)(?!\\p{L})'

/** Words with other meanings, such as the Italian "sei", are left out. */
const NUMBER_WORDS: Record<string, number> = {
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
  thousand: 1000,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  neun: 9,
  zehn: 10,
  zwölf: 12,
  fünfzehn: 15,
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  fünfzig: 50,
  hundert: 100,
  tausend: 1000,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  dix: 10,
  douze: 12,
  quinze: 15,
  vingt: 20,
  trente: 30,
  cinquante: 50,
  cent: 100,
  mille: 1000,
  tre: 3,
  quattro: 4,
  cinque: 5,
  sette: 7,
  otto: 8,
  nove: 9,
  dieci: 10,
  dodici: 12,
  quindici: 15,
  venti: 20,
  trenta: 30,
  cinquanta: 50,
  cento: 100,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  doce: 12,
  quince: 15,
  veinte: 20,
  treinta: 30,
  cincuenta: 50,
  cien: 100,
  mil: 1000,
}

/** "1,490", "1.490", "1 490" and "1490" are equal; so are "14,50" and "14.5". */
export function numberValue(written: string): number {
  const joined = written.replace(/[.,'’ {3}](?=\d{3}(?!\d))/g, '')
  return Number(joined.replace(',', '.'))
}

/** All numbers, in digits and in words. */
export function numbersIn(text: string): Map<string, number> {
  const figures = [...text.matchAll(NUMBER)].map(([written]) => [written, numberValue(written)] as const)
  const words = [...text.toLowerCase().matchAll(/\p{L}+/gu)]
    .map(([word]) => [word, Object.hasOwn(NUMBER_WORDS, word) ? NUMBER_WORDS[word]! : Number.NaN] as const)
    .filter(([, value]) => !Number.isNaN(value))
  return new Map([...figures, ...words])
}

/** All digit runs, for dates and times in any order. */
export function digitRuns(text: string): Set<number> {
  return new Set([...text.matchAll(/\d+/g)].map(([run]) => Number(run)))
}

/** Prices and percentages as "€ 45" and "% 20", by their original spelling. */
export function amountsIn(text: string): Map<string, string> {
  const number = NUMBER.source
  const found = text.matchAll(new RegExp(`(${UNIT})\\s?(${number})|(${number})[\\s-]?(${UNIT})`, 'giu'))
  return new Map(
    [...found].map(([written, before, first, second, after]) => {
      const unit = before ?? after ?? ''
      const name = CURRENCIES.find(([pattern]) => pattern.test(unit))?.[1] ?? unit
      return [written, `${name} ${numberValue(first ?? second ?? '')}`]
    }),
  )
}

/** Web and email addresses without surrounding punctuation. */
export function addressesIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"“”]+|www\.[^\s<>"“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu) ?? []
  return found.map((address) => address.replace(/[.,;:!?)]+$/, ''))
}

/** Phone numbers as digits only. */
export function phonesIn(text: string): string[] {
  const found = text.match(/(?:\+|\(?0)[\d\s()/.-]{7,}\d/g) ?? []
  return found.map((phone) => phone.replace(/\D/g, ''))
}
