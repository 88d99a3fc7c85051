import type { RecipientFacts } from '../campaigns/texts.ts'
import { TRADE_NAMES } from './trade-names.ts'

const LANGUAGES = ['en', 'de', 'fr', 'it', 'es'] as const
type Trade = Record<string, string>

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[-_\s]+/g, ' ')
    .trim()

const trades = new Map<string, Trade>()
for (const line of TRADE_NAMES.trim().split('\n')) {
  const [names = '', ...plurals] = line.split('|').map((part) => part.trim())
  const trade = Object.fromEntries(LANGUAGES.map((language, at) => [language, plurals[at]!]))
  for (const name of [...names.split(','), ...plurals]) {
    const key = fold(name)
    if (!trades.has(key)) trades.set(key, trade)
  }
}

const SITE_TEXT_READ = 500
const LONGEST_NAME = Math.max(...[...trades.keys()].map((name) => name.split(' ').length))

type Known = Pick<RecipientFacts, 'category' | 'searched' | 'site_text'>

/**
 * The recipient's trade in the plural, such as 'bakeries': from its directory, or its website if that names only one,
 * or the search that found it. The word comes from our list, never from outside.
 */
export function nameTrade({ category, searched, site_text }: Known, language: string): string | null {
  const trade =
    trades.get(fold(category ?? '')) ?? onlyTradeIn(site_text ?? '') ?? trades.get(fold(searched ?? ''))
  return trade?.[language] ?? null
}

/** Undefined if a text names several trades, as a hotel with a restaurant does. */
function onlyTradeIn(text: string): Trade | undefined {
  const words = fold(text.slice(0, SITE_TEXT_READ)).match(/[\p{L}\p{N}&']+/gu) ?? []
  const found = new Set<Trade>()
  for (let at = 0; at < words.length; ) {
    const length = longestNameAt(words, at)
    if (length > 0) found.add(trades.get(words.slice(at, at + length).join(' '))!)
    at += Math.max(1, length)
  }
  return found.size === 1 ? [...found][0] : undefined
}

function longestNameAt(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--)
    if (trades.has(words.slice(at, at + length).join(' '))) return length
  return 0
}
