/** Password strength from 1 to 4; 0 for none. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** Bits of guessing effort: online, with a leaked hash, and with patience. */
const FAIR_BITS = 35
const GOOD_BITS = 45
const STRONG_BITS = 65

/** Common passwords, after digits that look like letters became letters. */
const FIRST_GUESSES =
  /password|passwort|passwd|qwertz?u?i?o?p?|azerty|asdfg?h?j?k?l?|zxcvb?n?m?|yxcvb?n?m?|letmein|iloveyou|welcome|admin|login|dragon|monkey|football|baseball|sunshine|princess|master|shadow|hello|hallo|secret|summer|winter|spring|autumn|goldpan|test/g
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const YEAR = /(?:19|20)\d\d/g

/**
 * A rough count of guesses for an attacker who knows common words, years, keyboard rows, repetitions and the person.
 * Stricter than necessary: only the server refuses passwords.
 * @param about the person's names and address
 */
export function strengthOf(password: string, about: readonly string[] = []): PasswordStrength {
  if (password === '') return 0
  const bits = bitsOf(password, about)
  if (bits < FAIR_BITS) return 1
  if (bits < GOOD_BITS) return 2
  return bits < STRONG_BITS ? 3 : 4
}

/** Each known piece is one guess among a few hundred; the rest counts by character. */
function bitsOf(password: string, about: readonly string[]): number {
  let left = [...password.toLowerCase()].map((sign) => LOOK_ALIKES[sign] ?? sign).join('')
  let bits = 0
  const countPiece = (piece: string | RegExp, worth: number) => {
    left = left.replaceAll(piece, (found) => {
      bits += worth
      return '\0'.repeat(found.length)
    })
  }
  for (const own of piecesOf(about)) countPiece(own, 4)
  countPiece(FIRST_GUESSES, 8)
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

/** Repeated or sequential characters count little, letters of words less than random ones. */
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
