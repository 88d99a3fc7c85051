import { decodeHTML } from 'entities'
import { registrableDomain } from '../address/address.ts'
import { remember } from '../remember.ts'
import { oneLine } from './clean-text.ts'
import type { Page } from './page.ts'
import { kindsIn } from './page-kind.ts'
import { closest, type ElementNode, isInside, scriptText, textOf } from './tree.ts'

export interface PageLink {
  url: string
  /** Visible text, image descriptions and tooltip. */
  text: string
  kind: 'link' | 'frame' | 'refresh' | 'vcard' | 'pdf' | 'script'
  inFooter: boolean
  nofollow: boolean
}

const MAX_LINKS = 400
const NAVIGATION =
  /location(?:\.href)?\s*=\s*['"]([^'"\s]{1,300})['"]|location\.(?:replace|assign)\(\s*['"]([^'"\s]{1,300})['"]|window\.open\(\s*['"]([^'"\s]{1,300})['"]/g
const NO_PAGE =
  /\.(?:jpe?g|png|gif|webp|svg|avif|ico|css|mp[34]|m4[av]|avi|mov|wmv|webm|ogg|wav|zip|rar|7z|gz|tgz|exe|dmg|apk|docx?|xlsx?|pptx?|odt|rtf|ics|eps|tiff?|psd|woff2?|ttf|swf)(?:$|[?#])/i

/**
 * Returns the links of a page within its own site: anchors, image maps, menus, buttons, frames, refreshes, vCards.
 * Skips hidden links, which are traps.
 */
export function readLinks(page: Page): PageLink[] {
  const links = new Map<string, PageLink>()
  const footers = footersOf(page)
  const resolved = new Map<string, string | undefined>()
  const add: AddLink = (target, element, label, kind) => {
    if (target === undefined || links.size >= MAX_LINKS) return
    if (!resolved.has(target)) resolved.set(target, resolve(page, target))
    const url = resolved.get(target) ?? (kind === 'refresh' ? newHome(page, target) : undefined)
    if (!url) return
    const known = links.get(url)
    const text = typeof label === 'string' ? label : label()
    const link = {
      url,
      text:
        known && known.text.length > 60 ? known.text : oneLine(`${known?.text ?? ''} ${text}`).slice(0, 200),
      kind: kindOf(url, kind),
      inFooter: footers.some((footer) => isInside(element, footer)),
      nofollow: /nofollow/i.test(element.attributes.rel ?? ''),
    }
    if (!known || known.kind === 'link') links.set(url, link)
  }
  addRefreshes(page, add)
  for (const name of ['frame', 'iframe'] as const) {
    for (const frame of page.byName(name))
      if (!page.isDropped(frame))
        add(frame.attributes.src, frame, frame.attributes.title ?? frame.attributes.name ?? '', 'frame')
  }
  for (const name of ['a', 'area'] as const) {
    for (const link of page.byName(name)) {
      if (page.isDropped(link)) continue
      const { href = '' } = link.attributes
      const label = (): string => labelOf(link)
      if (/^\s*javascript:/i.test(href)) addFromCode(href, link, label, add)
      else add(href, link, label, 'link')
      if (link.attributes.onclick) addFromCode(link.attributes.onclick, link, label, add)
    }
  }
  addControls(page, add)
  for (const { target, text } of scriptLinks(page)) add(target, page.byName('script')[0]!, text, 'link')
  for (const script of page.byName('script')) {
    const { src = '' } = script.attributes
    if (/(?:mail|kontakt|contact|cloak|crypt|spam|obfus|addr)[^/]*\.js(?:$|\?)/i.test(src))
      add(src, script, '', 'script')
  }
  return [...links.values()]
}

type AddLink = (
  target: string | undefined,
  element: ElementNode,
  text: string | (() => string),
  kind: PageLink['kind'],
) => void

function addRefreshes(page: Page, add: AddLink): void {
  for (const meta of page.byName('meta')) {
    if (!/^refresh$/i.test(meta.attributes['http-equiv'] ?? '')) continue
    const match = /^\s*(\d{0,3})[\s;,]*(?:url\s*=\s*)?['"]?([^'"]+?)['"]?\s*$/i.exec(
      meta.attributes.content ?? '',
    )
    if (match?.[2] && Number(match[1] || 0) <= 30 && /url/i.test(meta.attributes.content!))
      add(match[2], meta, '', 'refresh')
  }
  if (page.text.length > 600) return
  for (const script of page.byName('script')) {
    const code = scriptText(script)
    if (code.length < 5000) for (const target of targetsIn(code)) add(target, script, '', 'refresh')
  }
  for (const body of page.byName('body')) {
    if (body.attributes.onload)
      for (const target of targetsIn(body.attributes.onload)) add(target, body, '', 'refresh')
  }
}

function addControls(page: Page, add: AddLink): void {
  const options = page.byName('option')
  for (const element of new Set([...options, ...page.marked.handlers, ...page.marked.data])) {
    const { onclick, value } = element.attributes
    const { 'data-href': href, 'data-url': url, 'data-link': dataLink } = element.attributes
    const target = href ?? url ?? dataLink
    if (
      element.name === 'option' &&
      value &&
      /^(?:\.{0,2}\/|https?:|[\w-]+\.(?:html?|php|aspx?))/.test(value)
    ) {
      const select = closest(element, ({ name }) => name === 'select')
      const text = textOf(element, 80)
      if (select?.attributes.onchange || kindsIn(`${text} ${value}`).length > 0)
        add(value, element, text, 'link')
    } else if (element.name !== 'a' && element.name !== 'area' && !page.isDropped(element)) {
      if (onclick) addFromCode(onclick, element, labelOf(element), add)
      if (target && /^(?:\.{0,2}\/|https?:)/.test(target)) add(target, element, labelOf(element), 'link')
    }
  }
}

function addFromCode(code: string, element: ElementNode, label: string | (() => string), add: AddLink): void {
  for (const target of targetsIn(code)) add(target, element, label, 'link')
}

function targetsIn(code: string): string[] {
  return [...code.matchAll(NAVIGATION)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function labelOf(element: ElementNode): string {
  const { title = '', 'aria-label': label = '', alt = '', value = '' } = element.attributes
  const images = element.children
    .map((child) =>
      child.kind === 'element' ? `${child.attributes.alt ?? ''} ${child.attributes.title ?? ''}` : '',
    )
    .join(' ')
  return `${textOf(element, 150)} ${title} ${label} ${alt} ${images} ${element.name === 'input' ? value : ''}`
}

/** Menus repeat on every page, so resolved URLs are cached. */
const absoluteUrl = remember((key: string): URL | null => {
  const [target = '', base = ''] = key.split('\n')
  const url = URL.parse(target.includes('&') ? decodeHTML(target) : target, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url
})

function resolve(page: Page, target: string): string | undefined {
  const plain = target.trim().replace(/[\t\n\r]/g, '')
  if (plain === '' || plain.startsWith('#') || plain.length > 1000 || NO_PAGE.test(plain)) return undefined
  // Skips most foreign links without parsing them.
  const host = /^https?:\/\/([a-z0-9.-]+)(?=[/?#:]|$)/i.exec(plain)?.[1]
  if (host && !page.siteDomains.includes(registrableDomain(host.toLowerCase()))) return undefined
  const url = absoluteUrl(`${plain}\n${plain.startsWith('/') ? page.base.origin : page.base.href}`)
  return url && page.siteDomains.includes(registrableDomain(url.hostname)) ? url.href : undefined
}

function kindOf(url: string, kind: PageLink['kind']): PageLink['kind'] {
  if (/\.vcf(?:$|\?)/i.test(url)) return 'vcard'
  return /\.pdf(?:$|\?)/i.test(url) ? 'pdf' : kind
}

/** A refresh may lead to another domain. The caller decides whether to follow it. */
function newHome(page: Page, target: string): string | undefined {
  const url = URL.parse(target.trim(), page.base.href)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const FOOTER = /footer|fuss|contentinfo|colophon/i

/** Elements marked as footers by name, class, id or role. */
function footersOf(page: Page): ElementNode[] {
  const marked = page.marked.classed.filter(({ attributes }) => FOOTER.test(attributes.class!))
  const named = ['div', 'section', 'td', 'table'].flatMap((name) =>
    page
      .byName(name)
      .filter(({ attributes }) => FOOTER.test(`${attributes.id ?? ''} ${attributes.role ?? ''}`)),
  )
  return [...page.byName('footer'), ...marked, ...named]
}

/** Page paths in script literals: `["Impressum","rechtl/imp.html"]`, `href="/kontakt.php"`. */
const PAGE_TEXT =
  /["'](?:([^"'<>\n]{2,40})["']\s*[,:]\s*["'])?((?:\.{0,2}\/)?(?:[\w.-]+\/){0,4}[\w-]+\.(?:html?|php\d?|aspx?|jsp))(?:\?[^"'\s]{0,60})?["']/g
const MAX_MENU_SCRIPT = 20_000
const MAX_MENU_LINKS = 30

/** Reads the menu of a page that has no links and writes them by script. */
function scriptLinks(page: Page): { target: string; text: string }[] {
  const linked = page
    .byName('a')
    .some(({ attributes: { href = '' } }) => /^(?!#|javascript:|mailto:|tel:)\S/i.test(href))
  if (linked) return []
  const found: { target: string; text: string }[] = []
  for (const script of page.byName('script')) {
    const code = script.attributes.src ? '' : scriptText(script)
    if (code.length > MAX_MENU_SCRIPT) continue
    for (const [, text = '', target = ''] of code.matchAll(PAGE_TEXT)) {
      if (found.length >= MAX_MENU_LINKS) return found
      found.push({ target, text })
    }
  }
  return found
}
