import { isRoleWord } from '../address/role-words.ts'
import { fold } from '../page/clean-text.ts'
import { isGivenName } from './given-names.ts'
import { isParticle } from './name-words.ts'
import type { PersonName } from './person-name.ts'

/** Spellings of a name in addresses: 'Müller' is mueller and muller. */
function spellings(text: string): string[] {
  const lower = text.toLowerCase().replace(/['’.\s]/g, '')
  const german = lower
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ø/g, 'oe')
    .replace(/å/g, 'aa')
    .replace(/æ/g, 'ae')
  return [
    ...new Set(
      [fold(lower), fold(german), fold(lower.replace(/ß/g, 's'))].flatMap((one) => [
        one,
        one.replace(/-/g, ''),
      ]),
    ),
  ]
}

function familyForms(last: string): string[] {
  const words = last.split(/\s+/)
  const own = words.filter((word) => !isParticle(word))
  return [
    ...new Set(
      [
        last,
        own.join(''),
        own[0] ?? '',
        own.at(-1) ?? '',
        ...last.split(/[\s-]+/).filter((word) => word.length > 2 && !isParticle(word)),
      ].flatMap(spellings),
    ),
  ].filter((form) => form.length > 1)
}

function givenForms(first: string): string[] {
  return [...new Set([first, ...first.split(/[\s-]+/)].flatMap(spellings))].filter((form) => form.length > 1)
}

/**
 * Rates how well an address fits a name: 1 both names, 0.9 initial and family name, 0.8 family name, 0.7 given name,
 * 0.5 initials or a short form, 0 no match.
 */
export function fitName(local: string, { first_name, last_name }: PersonName): number {
  const plain = local.toLowerCase().replace(/\d+$/, '').replace(/\+.*$/, '')
  const parts = plain.split(/[._-]+/).filter(Boolean)
  const joined = parts.join('')
  const firsts = first_name ? givenForms(first_name) : []
  const lasts = last_name ? familyForms(last_name) : []
  const has = (forms: readonly string[], text: string | undefined): boolean =>
    text !== undefined && forms.includes(text)
  const [one, two] = parts
  if (
    parts.length >= 2 &&
    ((has(firsts, one) && has(lasts, parts.slice(1).join(''))) ||
      (has(lasts, one) && has(firsts, two)) ||
      (has(firsts, one) && has(lasts, parts.at(-1))))
  )
    return 1
  if (firsts.some((first) => lasts.some((last) => joined === first + last || joined === last + first)))
    return 1
  if (
    firsts.some((first) =>
      lasts.some(
        (last) =>
          joined === first[0] + last ||
          joined === last + first[0] ||
          joined === first + last[0] ||
          joined === first.slice(0, 2) + last ||
          joined === first.slice(0, 3) + last ||
          joined === first + last.slice(0, 3) ||
          joined === last + first.slice(0, 2),
      ),
    )
  )
    return 0.9
  if (lasts.includes(joined)) return 0.8
  if (firsts.includes(joined)) return 0.7
  if (isInitials(joined, first_name, last_name)) return 0.5
  return firsts.some((first) => joined.length >= 3 && first.startsWith(joined)) ||
    lasts.some((last) => joined.length >= 4 && last.startsWith(joined))
    ? 0.5
    : 0
}

/**
 * Swaps the names if the address has them in the other order: 'Oehri Norbert' with norbert.oehri@ is Norbert. Addresses
 * nearly always start with the given name.
 */
export function orderedBy<Name extends PersonName>(local: string, name: Name): Name {
  const { first_name, last_name } = name
  const parts = local.toLowerCase().split(/[._-]+/)
  if (!first_name || !last_name || parts.length !== 2 || isGivenName(first_name)) return name
  const [one = '', two = ''] = parts
  const isSwapped = givenForms(last_name).includes(one) && familyForms(first_name).includes(two)
  return isSwapped && (isGivenName(one) || !isGivenName(two)) && !(isGivenName(one) && isGivenName(two))
    ? { ...name, first_name: last_name, last_name: first_name }
    : name
}

function isInitials(local: string, first: string | null, last: string | null): boolean {
  if (!first || !last || local.length < 2 || local.length > 4) return false
  const initials = (text: string): string =>
    fold(text)
      .split(/[\s-]+/)
      .map((word) => word[0] ?? '')
      .join('')
  const f = initials(first)
  const l = initials(last)
  return local === f + l || local === f[0]! + l.at(-1)! || local === l + f
}

/** True if the address names another person: peter@ next to 'Maria Huber'. */
export function contradictsName(local: string, name: PersonName): boolean {
  const [one = ''] = local.split(/[._-]+/)
  // Addresses are Latin, so they can't contradict a Greek or Russian name.
  if (!/\p{Script=Latin}/u.test(`${name.first_name ?? ''}${name.last_name ?? ''}`)) return false
  return isGivenName(one) && one.length > 2 && fitName(local, name) === 0
}

/** 'friedrich.lohmeyer' → Friedrich Lohmeyer. Needs two words, one of them a known given name, none a role. */
export function nameFromLocalPart(local: string): PersonName | undefined {
  const parts = local.split(/[._]/)
  if (parts.length !== 2 || !parts.every((part) => /^[a-z]{2,}(?:-[a-z]{2,})?$/.test(part))) return undefined
  const [one, two] = parts as [string, string]
  if (isRoleWord(one) || isRoleWord(two)) return undefined
  if (isGivenName(one) && one.length > 2) return { first_name: proper(one), last_name: proper(two) }
  return isGivenName(two) && two.length > 2 ? { first_name: proper(two), last_name: proper(one) } : undefined
}

function proper(text: string): string {
  return text.replace(/(^|-)([a-z])/g, (_, before, char) => before + char.toUpperCase())
}
