import type { SiteFacts } from '../report.ts'
import { parseTolerantly } from '../techniques/json-ld.ts'
import { oneLine } from './clean-text.ts'
import type { Page } from './page.ts'
import { scriptText, textOf } from './tree.ts'

export type PageFacts = Omit<SiteFacts, 'phones' | 'last_modified'>

const SOCIAL =
  /^https?:\/\/(?:[\w-]+\.)?(?:facebook|instagram|linkedin|twitter|x|youtube|tiktok|pinterest|xing|threads|bsky|vk|mastodon|t|wa|vimeo|yelp|tripadvisor|snapchat)\.(?:com|de|social|me|app|co\.uk|fr|it|es|net)\/[\w@.%/?=&-]{2,}/i
const SHARING =
  /\/(?:sharer?(?:\.php)?|share|intent|dialog|plugins|tr)\b|shareArticle|pin\/create|addtoany|\/login/i
const PLATFORMS: readonly [string, RegExp][] = [
  ['WordPress', /wp-content|wp-includes|wordpress/i],
  ['Wix', /wix\.com|wixstatic|wixpress/i],
  ['Squarespace', /squarespace/i],
  ['Shopify', /cdn\.shopify|shopify\.theme/i],
  ['TYPO3', /typo3/i],
  ['Joomla', /joomla|\/media\/system\/js/i],
  ['Drupal', /drupal/i],
  ['Jimdo', /jimdo/i],
  ['Webflow', /webflow/i],
  ['Weebly', /weebly/i],
  ['Contao', /contao/i],
  ['IONOS MyWebsite', /mywebsite|websitebuilder\.ionos|1and1/i],
  ['GoDaddy Website Builder', /img1\.wsimg|godaddy/i],
  ['Duda', /dudamobile|irp\.cdn-website|multiscreensite/i],
  ['Google Sites', /sites\.google|googleusercontent\.com\/sitesv/i],
]
const BOOKING =
  /(?:booking\.com|bookatable|opentable|resmio|quandoo|thefork|lafourchette|calendly|acuityscheduling|fresha|treatwell|planity|doctolib|jameda|simplybook|bookeo|fareharbor|mindbodyonline|setmore|timify|shore\.com|resengo|zenchef|sevenrooms|resy\.com|guestcentric|dirs21|cubilis|siteminder|beds24|lodgify|phorest|eversports|cituro|salonized)/i
const SHOP =
  /(?:shopify|woocommerce|magento|prestashop|shopware|bigcommerce|ecwid|gambio|jtl-shop|oxid|opencart|lightspeed|vtex|snipcart|squareup|etsy\.com\/shop|wix-stores|toasttab|ubereats|deliveroo|lieferando|just-?eat)/i

/** Reads what a page tells about the business besides contacts. */
export function readFacts(page: Page): PageFacts {
  const meta = metaOf(page)
  const title = page.byName('title')[0]
  const sources = sourcesOf(page)
  const objects = page
    .byName('script')
    .filter((script) => /ld\+json/i.test(script.attributes.type ?? ''))
    .map((script) => parseTolerantly(scriptText(script)))
  return {
    title: (title && oneLine(textOf(title, 300))) || meta.get('og:title') || null,
    language: page.byName('html')[0]?.attributes.lang?.trim() || page.language || null,
    description: meta.get('description') ?? meta.get('og:description') ?? null,
    social_profiles: socialProfiles(page),
    platform:
      PLATFORMS.find(([, pattern]) => pattern.test(`${meta.get('generator') ?? ''} ${sources}`))?.[0] ?? null,
    booking_platform: BOOKING.exec(sources)?.[0].toLowerCase() ?? null,
    shop_platform: SHOP.exec(sources)?.[0].toLowerCase() ?? null,
    opening_hours: openingHours(page, objects),
  }
}

function metaOf(page: Page): Map<string, string> {
  const meta = new Map<string, string>()
  for (const { attributes } of page.byName('meta')) {
    const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
    const content = oneLine(attributes.content ?? '').slice(0, 500)
    if (name && content && !meta.has(name)) meta.set(name, content)
  }
  return meta
}

function sourcesOf(page: Page): string {
  const parts: string[] = []
  for (const name of ['link', 'script', 'iframe', 'a', 'img'] as const) {
    for (const { attributes } of page.byName(name).slice(0, 150))
      parts.push((attributes.src ?? attributes.href ?? '').slice(0, 200))
  }
  return parts.join(' ')
}

function socialProfiles(page: Page): string[] {
  const found = new Set<string>()
  for (const { attributes } of page.byName('a')) {
    const href = attributes.href ?? ''
    if (href.length < 300 && SOCIAL.test(href) && !SHARING.test(href))
      found.add(href.split(/[?#]/)[0]!.replace(/\/$/, ''))
    if (found.size >= 12) break
  }
  return [...found]
}

function openingHours(page: Page, objects: readonly unknown[]): string[] {
  const found = new Set<string>()
  for (const element of page.elements) {
    const { itemprop, content, datetime } = element.attributes
    if (itemprop === 'openingHours') found.add(oneLine(content ?? datetime ?? textOf(element, 120)))
  }
  collectHours(objects, found)
  return [...found].filter(Boolean).slice(0, 14)
}

function collectHours(data: readonly unknown[], found: Set<string>): void {
  const stack = [...data]
  for (let count = 0; stack.length > 0 && count < 2000; count++) {
    const item = stack.pop()
    if (item === null || typeof item !== 'object') continue
    const { openingHours, opens, closes, dayOfWeek } = item as Record<string, unknown>
    for (const value of [openingHours].flat())
      if (typeof value === 'string') found.add(oneLine(value).slice(0, 120))
    if (typeof opens === 'string' && typeof closes === 'string') {
      const days = [dayOfWeek]
        .flat()
        .map((day) => String(day).split('/').at(-1)!.slice(0, 2))
        .join(',')
      found.add(`${days} ${opens}-${closes}`)
    }
    stack.push(...Object.values(item))
  }
}
