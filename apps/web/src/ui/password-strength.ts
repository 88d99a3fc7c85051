/** How hard a password is to guess, from 1 to 4; 0 where nothing is typed yet. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** Bits that a guesser needs about so many tries for: online, at a leaked hash, and with patience. */
const FAIR_BITS = 35
const GOOD_BITS = 45
const STRONG_BITS = 65

/** What guessers try before anything else, as it stands once digits that look like letters are letters. */
const FIRST_GUESSES =
  /password|passwort|passwd|qwertz?u?i?o?p?|azerty|asdfg?h?j?k?l?|zxcvb?n?m?|yxcvb?n?m?|letmein|iloveyou|welcome|admin|login|dragon|monkey|football|baseball|sunshine|princess|master|shadow|hello|hallo|secret|summer|winter|spring|autumn|goldpan|test/g
const LOOK_ALIKES: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
}
const YEAR = /(?:19|20)\d\d/g

/**
 * A rough count of the tries that a guesser needs, who knows common words, years, rows of keys, repetitions, and who it
 * is about. Rather too strict: the server alone decides what is refused.
 * @param about the person's names and address
 */
export function strengthOf(password: string, about: readonly string[] = []): PasswordStrength {
  if (password === '') return 0
  const bits = bitsOf(password, about)
  if (bits < FAIR_BITS) return 1
  if (bits < GOOD_BITS) return 2
  return bits < STRONG_BITS ? 3 : 4
}

/** Each known piece is one guess among a few hundred; what is left counts sign by sign. */
function bitsOf(password: string, about: readonly string[]): number {
  let left = [...password.toLowerCase()].map((sign) => LOOK_ALIKES[sign] ?? sign).join('')
  let bits = 0
  const takeOut = (piece: string | RegExp, worth: number) => {
    left = left.replaceAll(piece, (found) => {
      bits += worth
      return '\0'.repeat(found.length)
    })
  }
  for (const own of piecesOf(about)) takeOut(own, 4)
  takeOut(FIRST_GUESSES, 8)
  const known = [...left].map((sign) => sign === '\0')
  for (const { index } of password.matchAll(YEAR)) {
    bits += 6
    known.fill(true, index, index + 4)
  }
  const unknown = (_: string, at: number) => !known[at]
  return bits + [...password].filter(unknown).reduce((sum, _, at, signs) => sum + worthOf(at, signs), 0)
}

/** 'ada.lovelace@shop.example' holds 'ada', 'lovelace' and 'shop'. */
const piecesOf = (about: readonly string[]) =>
  about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((piece) => piece.length > 2)

const isLetter = (sign: string) => /\p{L}/u.test(sign)
const isUpper = (sign: string) => sign !== sign.toLowerCase()

/** A sign that the ones before lead to is worth little; letters of words are worth less than those of chance. */
function worthOf(at: number, signs: string[]): number {
  const [sign, before] = [signs[at]!, signs[at - 1]]
  if (before === undefined) return 5
  const isNext = Math.abs(sign.charCodeAt(0) - before.charCodeAt(0)) <= 1
  const isRepeated = signs
    .slice(0, at - 1)
    .some((one, earlier) => one === before && signs[earlier + 1] === sign)
  if (isNext || isRepeated) return 1.5
  if (!isLetter(sign)) return /\d/.test(sign) ? 3.3 : 5
  if (!isLetter(before)) return 4.7
  return isUpper(sign) === isUpper(before) ? 3 : 5.7
}
