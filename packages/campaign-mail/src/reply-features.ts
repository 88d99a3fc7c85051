import { REPLY_WORDS } from './words/reply-words.ts'

/** Features are numbers below this. */
export const MAX_FEATURE = 1 << 20

const WORD = /[a-z0-9]+(?:'t)?|[?!,.:]/g
/** A quotation within a sentence, which isn't the author's own wish. */
const QUOTATION = /(?<=[\s(,:])(?:["«“„‹][^"«»“”„‹›\n]{1,80}["»”“›]|['‘][^'\n]{1,80}'(?!\w))/g
/** Words of a sentence that are read, and how far apart two or three of them may stand. */
const MAX_TOKENS = 120
const STEM_SPAN = 6
const PAIR_SPAN = 8
const TRIPLE_SPAN = 7

const meaningsByWord = new Map<string, string[]>()
const meaningsByStart = new Map<string, string[]>()
for (const [meaning, words] of Object.entries(REPLY_WORDS))
  for (const word of words.split(' ')) {
    const map = word.endsWith('*') ? meaningsByStart : meaningsByWord
    const key = word.replace('*', '')
    map.set(key, [...(map.get(key) ?? []), meaning])
  }

/** Italian and Spanish verbs hold their object: 'cancellatemi'. */
const HOLDS_ME = /..(?:mi|ci|me|nos)$/
const VERBS = ['remove', 'reach', 'spare', 'end', 'receive', 'take']

/** The meanings of a word; several if it is ambiguous. */
function meaningsOf(word: string): readonly string[] {
  const found = meaningsByWord.get(word) ?? ofLongestStart(word)
  return HOLDS_ME.test(word) && found.some((meaning) => VERBS.includes(meaning)) ? [...found, 'me'] : found
}

function ofLongestStart(word: string): readonly string[] {
  for (let length = Math.min(word.length, 20); length > 1; length -= 1) {
    const found = meaningsByStart.get(word.slice(0, length))
    if (found) return found
  }
  return []
}

/**
 * The features of a folded sentence for the classifier, as numbers. Three sets, which count equally: pieces of words,
 * pairs of word beginnings, and the meanings of one, two and three nearby words.
 */
export function featuresOf(sentence: string): [Set<number>, Set<number>, Set<number>] {
  const words = (sentence.replace(QUOTATION, '').replace(/\d+/g, '0').match(WORD) ?? []).slice(0, MAX_TOKENS)
  return [piecesOf(words), stemPairsOf(words), meaningFeaturesOf(words)]
}

function piecesOf(words: readonly string[]): Set<number> {
  const pieces = new Set<number>()
  for (const word of words) {
    const padded = ` ${word.slice(0, 30)} `
    for (let length = 3; length <= 5; length += 1)
      for (let at = 0; at + length <= padded.length; at += 1)
        pieces.add(hash(`c${padded.slice(at, at + length)}`))
  }
  return pieces
}

function stemPairsOf(words: readonly string[]): Set<number> {
  const stems = words.map((word) => word.slice(0, 5))
  const pairs = new Set<number>()
  stems.forEach((stem, at) => {
    for (const next of stems.slice(at + 1, at + 1 + STEM_SPAN)) pairs.add(hash(`k${stem} ${next}`))
  })
  return pairs
}

function meaningFeaturesOf(words: readonly string[]): Set<number> {
  const features = new Set<number>()
  const meanings = words.map((word) => meaningsOf(word))
  const placed = meanings.flatMap((each, at) => each.map((meaning) => ({ meaning, at })))
  const isQuestion = words.includes('?')
  placed.forEach((first, n) => {
    features.add(hash(`1${first.meaning}`))
    if (isQuestion) features.add(hash(`?${first.meaning}`))
    for (let m = n + 1; m < placed.length && placed[m]!.at - first.at <= PAIR_SPAN; m += 1) {
      const second = placed[m]!
      features.add(hash(`2${first.meaning} ${second.meaning}`))
      for (let l = m + 1; l < placed.length && placed[l]!.at - first.at <= TRIPLE_SPAN; l += 1)
        features.add(hash(`3${[first.meaning, second.meaning, placed[l]!.meaning].sort().join(' ')}`))
    }
  })
  const mixed = ['^', ...words.map((word, at) => meanings[at]![0] ?? word), '$']
  for (let length = 2; length <= 4; length += 1)
    for (let at = 0; at + length <= mixed.length; at += 1)
      features.add(hash(`m${mixed.slice(at, at + length).join(' ')}`))
  return features
}

function hash(text: string): number {
  let mixed = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & (MAX_FEATURE - 1)
}
