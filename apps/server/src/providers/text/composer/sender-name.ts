import type { Language } from './language.ts'
import { ARTICLE, UNFIT } from './topic-words.ts'

/**
 * The sender or product that a sentence starts with: "Northgate IT looks after …", "At Harbour Linen we …",
 * "KassenFuchs ist …". `isProduct` marks a coined word, which is a product rather than a firm.
 */
export function findSenderName(
  text: string,
  isFirst: boolean,
  language: Language,
): { name: string; isProduct: boolean } | null {
  const coined = COINED.exec(text)?.[0]
  const firm =
    AT_OURS.exec(text)?.[1] ?? (isFirst ? NAME.exec(text.replace(ARTICLE[language], ''))?.[1] : undefined)
  const name = coined ?? firm?.replace(/[.,]$/, '')
  return name && !UNFIT.test(name) ? { name, isProduct: coined !== undefined } : null
}

const COINED = /(?<![\p{L}@.])\p{Lu}\p{Ll}+\p{Lu}\p{L}{2,}(?![\p{L}@.]\p{L})/u
const WORD = "\\p{Lu}[\\p{L}&'’.-]*"
const FURTHER = `(?:\\s(?:(?:&|du|de la|des|de|del|della|dei|di|of|the|zum|zur|am) )?${WORD})`
const AT_OURS = new RegExp(
  `^(?:[Aa]t|[Bb]ei|[Cc]hez|[Dd]a|[Ee]n)\\s(${WORD}${FURTHER}{0,3}),?\\s(?:we|wir|\\p{L}+(?:en wir|ons|iamo|[aei]mos))(?!\\p{L})`,
  'u',
)
const NAME = new RegExp(`^(${WORD}${FURTHER}{1,3})\\s\\p{Ll}{3,}`, 'u')
