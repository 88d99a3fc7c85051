import { decode } from './encoding.ts'

export interface EncodingGuess {
  encoding: string
  /** Another encoding fits about as well. */
  isUncertain: boolean
}

const BYTE_ORDER_MARKS: [string, number[]][] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
]

/** Bytes searched for the zeros of UTF-16. */
const BEGINNING = 4096
/** Bytes to sample from words with non-ASCII letters. */
const MAX_SAMPLE = 32 * 1024
/** Bytes that separate words. Those from '@' on may be the second byte of a Japanese character. */
const BETWEEN_WORDS = /[\x00-\x3f]+/
/** Longest word, in bytes, that may be split between two chunks. */
const MAX_CUT_WORD = 100
/** Lead in points over the next encoding with a different text that makes a guess certain. */
const CLEAR_LEAD = 1.8
/** Average points per letter that a certain guess needs. */
const CLEAR_SCORE = 0.5
/** Points for a letter of another language that shares the encoding. */
const MIXED_SCORE = 0.4

/** Non-ASCII letters of each language, in lower case. */
const LANGUAGES = {
  western: [
    'äöüß',
    'àâæçéèêëîïôœùûüÿ',
    'áéíóúüñ',
    'áâãàçéêíóôõúü',
    'àèéìòùî',
    'åäöé',
    'æøåéö',
    'áéíóúýðþæö',
    'éëïóöá',
    'àçèéíïòóúü',
  ],
  central: ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîșțşţ', 'čćđšž', 'äöüß'],
  cyrillic: [
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
    'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
    'абвгдђежзијклљмнњопрстћуфхцчџш',
    'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  ],
  greek: ['αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ'],
  turkish: ['âçğıİîöşüû'],
  hebrew: ['אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
  arabic: ['ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ'],
  baltic: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äöõüšž'],
}

/** Single-byte encodings scored by their letters, most common first. */
const CANDIDATES: [encoding: string, languages: keyof typeof LANGUAGES, headStart: number][] = [
  ['Windows-1252', 'western', 0.5],
  ['Windows-1250', 'central', 0.2],
  ['Windows-1251', 'cyrillic', 0.2],
  ['macintosh', 'western', 0.1],
  ['Windows-1253', 'greek', 0],
  ['Windows-1254', 'turkish', 0],
  ['Windows-1257', 'baltic', 0],
  ['Windows-1255', 'hebrew', 0],
  ['Windows-1256', 'arabic', 0],
  ['ibm850', 'western', 0],
  ['ibm852', 'central', 0],
  ['ISO-8859-2', 'central', -0.2],
  ['koi8-r', 'cyrillic', 0],
  ['ibm866', 'cyrillic', 0],
  ['x-mac-cyrillic', 'cyrillic', 0],
]

/** Guesses the encoding of a file by all of its bytes. */
export function createEncodingGuess() {
  let beginning: Buffer = Buffer.alloc(0)
  let words = ''
  /** The word at the end of a chunk, which the next one may go on with. */
  let cutWord = ''
  let valid = 0
  let invalid = 0
  const utf8 = new TextDecoder('utf-8')

  function countUtf8(text: string) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code === 0xfffd) invalid += 1
      else if (code > 0x7f) valid += 1
    }
  }

  function addWords(text: string) {
    cutWord = text.slice(-MAX_CUT_WORD).split(BETWEEN_WORDS).at(-1)!
    for (const word of text.slice(0, text.length - cutWord.length).split(BETWEEN_WORDS))
      if (/[\x80-\xff]/.test(word)) words += `${word} `
  }

  return {
    add(chunk: Buffer): void {
      if (beginning.length < BEGINNING)
        beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING - beginning.length)])
      countUtf8(utf8.decode(chunk, { stream: true }))
      if (words.length < MAX_SAMPLE) addWords(cutWord + chunk.toString('latin1'))
    },
    finish(): EncodingGuess {
      countUtf8(utf8.decode())
      addWords(`${cutWord} `)
      const unicode = findUtf16(beginning)
      if (unicode) return { encoding: unicode, isUncertain: false }
      // A text in another encoding is hardly ever valid as UTF-8, so a few wrong bytes are only that.
      if (valid >= invalid) return { encoding: 'UTF-8', isUncertain: invalid > 1 && invalid * 10 > valid }
      return guessByLetters(Buffer.from(words.slice(0, MAX_SAMPLE), 'latin1'))
    },
  }
}

function findUtf16(bytes: Buffer): string | null {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  const zeros: [even: number, odd: number] = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = zeros
  const many = bytes.length / 6
  if (odd > many && odd > even * 4) return 'UTF-16LE'
  return even > many && even > odd * 4 ? 'UTF-16BE' : null
}

interface Scored {
  encoding: string
  text: string
  points: number
}

function guessByLetters(words: Buffer): EncodingGuess {
  const single = CANDIDATES.map(([encoding, languages, headStart]): Scored => {
    const text = decode(words, encoding)
    return { encoding, text, points: headStart + scoreLetters(text, LANGUAGES[languages]) }
  })
  const japanese = decode(words, 'shift_jis')
  const all = [...single, { encoding: 'shift_jis', text: japanese, points: scoreJapanese(japanese) }]
  const [best, ...others] = all.toSorted((one, other) => other.points - one.points)
  const next = others.find(({ text }) => text !== best!.text)
  const letters = words.filter((byte) => byte >= 0x80).length
  const isClear = best!.points - (next?.points ?? 0) >= CLEAR_LEAD && best!.points >= letters * CLEAR_SCORE
  const isWhole = !/[\ufffd\p{Cn}\p{Co}]/u.test(best!.text)
  return {
    encoding: best!.encoding,
    isUncertain: !isClear || !isWhole || mayBeInPairs(words, best!.encoding),
  }
}

/** Chinese, Korean and some Japanese letters take two bytes beyond ASCII each, so no run of them is odd. */
const mayBeInPairs = (words: Buffer, encoding: string) =>
  encoding !== 'shift_jis' &&
  !/(?<![\x80-\xff])[\x80-\xff](?:[\x80-\xff]{2})*(?![\x80-\xff])/.test(words.toString('latin1'))

const VOWEL = /[aeiouyæøœıаеёиоуыэюяіїєαεηιουω]/
const UNVOCALISED = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const LETTER = /\p{L}/u
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]

/** Points for letters of one language, and against what no word has: signs inside, capitals behind small letters. */
function scoreLetters(text: string, languages: readonly string[]): number {
  const signs = [...text]
  const letters: string[] = []
  let points = 0
  for (const [index, sign] of signs.entries()) {
    if (sign < '\x80') continue
    const before = signs[index - 1] ?? ' '
    const after = signs[index + 1] ?? ' '
    if (LETTER.test(sign)) {
      letters.push(sign.toLowerCase())
      points -= penaltyOfLetter(before, sign, after)
    } else points -= penaltyOfSign(before, sign, after)
  }
  const known = languages.map((alphabet) => letters.filter((letter) => alphabet.includes(letter)).length)
  const union = languages.join('')
  const inUnion = letters.filter((letter) => union.includes(letter)).length
  const best = Math.max(0, ...known)
  return points + best + (inUnion - best) * MIXED_SCORE - (letters.length - inUnion) * 0.5
}

function penaltyOfSign(before: string, sign: string, after: string): number {
  if (/[\p{Cc}\p{Cn}\p{Co}\ufffd]/u.test(sign)) return 4
  if (/[’ªº·]/.test(sign)) return 0
  return (LETTER.test(before) ? 1 : 0) + (LETTER.test(after) ? 1 : 0)
}

const isCapital = (sign: string) => sign !== sign.toLowerCase()
const isSmall = (sign: string) => sign !== sign.toUpperCase()
const scriptOf = (sign: string) => SCRIPTS.findIndex((script) => script.test(sign))

/** How unlikely a letter is between its neighbours. */
function penaltyOfLetter(before: string, sign: string, after: string): number {
  let points = 0
  if (isCapital(sign) && isSmall(before)) points += 1.5
  if (isSmall(sign) && isCapital(after)) points += 1
  for (const neighbour of [before, after])
    if (LETTER.test(neighbour) && scriptOf(neighbour) !== scriptOf(sign)) points += 2
  return points + clusterOf(before, sign, after)
}

/** Vowels and consonants mostly take turns. */
function clusterOf(before: string, sign: string, after: string): number {
  if (UNVOCALISED.test(sign)) return 0
  const kinds = [before, sign, after].map((letter) => (LETTER.test(letter) ? kindOf(letter) : ' '))
  const alike = kinds.filter((kind) => kind === kinds[1]).length - 1
  if (kinds[1] === 'v') return alike * 0.2
  return alike === 2 || (alike === 1 && kinds[2] === ' ') ? 0.4 : 0
}

const kindOf = (letter: string) => (VOWEL.test(letter.toLowerCase().normalize('NFD')[0]!) ? 'v' : 'c')

/** A Japanese letter takes two bytes, so it has two points. Half-width ones are rare. */
function scoreJapanese(text: string): number {
  let points = 0
  const signs = [...text]
  for (const [index, sign] of signs.entries()) {
    if (sign < '\x80') continue
    if (/[\p{Script=Hiragana}\u30a0-\u30ff]/u.test(sign)) points += 2
    else if (/\p{Script=Han}/u.test(sign)) points += 1.6
    else if (/[\uff61-\uff9f]/.test(sign)) points -= 0.3
    else if (/[\u3000-\u303f\uff00-\uff5e]/.test(sign)) points += 1
    else points -= 3
    if (/[a-z]/i.test(signs[index - 1] ?? '')) points -= 2
  }
  return points
}
