import { fold } from '../page/clean-text.ts'
import type { Page } from '../page/page.ts'
import { textOf } from '../page/tree.ts'
import type { Mention } from './mentions.ts'
import { isParticle } from './name-words.ts'

const MAX_NAMES = 12

/** Names of the business, letters only. */
export interface BusinessNames {
  names: readonly string[]
  /** Titles may also name a person. The path of a page about a person contains the name too. */
  titles: readonly string[]
  path: string
}

export function businessNamesOfPage(page: Page, businessName: string): BusinessNames {
  const names = [page.url.hostname.replace(/^www\./, ''), businessName]
  const titles = ['title', 'h1'].flatMap((name) =>
    page
      .byName(name)
      .slice(0, 2)
      .map((element) => textOf(element, 150)),
  )
  for (const { attributes } of page.byName('meta')) {
    const key = attributes.property ?? attributes.name ?? ''
    if (/^(?:og:site_name|application-name)$/i.test(key)) names.push(attributes.content ?? '')
  }
  for (const { attributes } of page.byName('img').slice(0, 6))
    if (/logo/i.test(`${attributes.class} ${attributes.id} ${attributes.src} ${attributes.alt}`))
      names.push(attributes.alt ?? '')
  return {
    names: written(names).slice(0, MAX_NAMES),
    titles: written(titles),
    path: letters(page.url.pathname),
  }
}

/** Names of the business for a whole site. */
export function businessNamesOfSite(names: readonly string[], titles: readonly string[]): BusinessNames {
  return { names: written(names), titles: written(titles), path: '' }
}

/**
 * 'Forstamt Eulenried' on forstamt-eulenried.de is the business and not a Mr Eulenried. Clearly introduced people stay
 * people.
 */
export function isBusinessName(
  business: BusinessNames,
  mention: Pick<Mention, 'first_name' | 'last_name' | 'strength'>,
): boolean {
  if (mention.strength > 1) return false
  const joined = letters(`${mention.first_name ?? ''}${mention.last_name ?? ''}`)
  const swapped = letters(`${mention.last_name ?? ''}${mention.first_name ?? ''}`)
  // The last two words of 'Warum Autoreinigung Yılmaz' are the shop.
  const words = mention.last_name?.split(/\s+/).filter((word) => !isParticle(word)) ?? []
  const rest = words.length > 1 ? letters(words.join('')) : joined
  const isIn = (name: string): boolean =>
    name.includes(joined) || name.includes(swapped) || name.includes(rest)
  return (
    joined.length > 0 && (business.names.some(isIn) || (!isIn(business.path) && business.titles.some(isIn)))
  )
}

/** True for the business's own mailbox: motosarretxe@ of 'Motos Arretxe', on any free mail service. */
export function isBusinessLocalPart({ names, titles, path }: BusinessNames, local: string): boolean {
  const joined = letters(local.replace(/\d+$/, ''))
  if (joined.length < 5 || path.includes(joined)) return false
  return [...names, ...titles].some(
    (name) => name.includes(joined) || (name.length > 5 && joined.includes(name)),
  )
}

function written(texts: readonly string[]): string[] {
  return texts.map(letters).filter((name) => name.length > 3)
}

function letters(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
