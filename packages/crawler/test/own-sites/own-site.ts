import type { Answer, Sites } from '../site-server.ts'

/** A small website for one way of showing or hiding addresses. */
export interface OwnSite {
  host: string
  /** Names of techniques, kinds of files and ways to lead to a page. */
  shows: readonly string[]
  pages: Record<string, Answer>
  /** All contacts that must be found, and no others. */
  contacts: readonly ExpectedContact[]
}

export interface ExpectedContact {
  email: string
  method?: string
  first_name?: string | null
  last_name?: string | null
  title?: string | null
  phone?: string
}

export interface Frame {
  title: string
  lang?: string
  /** Link text → path. */
  menu?: Record<string, string>
  head?: string
  footer?: string
}

/** A page as a site builder writes it: head, menu, content, footer. */
export function frame(
  { title, lang = 'en', menu = {}, head = '', footer = '' }: Frame,
  content: string,
): string {
  const links = Object.entries(menu).map(
    ([text, path]) => `<li class="item"><a href="${path}">${text}</a></li>`,
  )
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/theme.css">${head}</head><body><header><a href="/"><img src="/logo.svg" alt="${title}"></a><nav><ul>${links.join('')}</ul></nav></header><main>${content}</main><footer><small>${footer}</small></footer></body></html>`
}

export function toSites(sites: readonly OwnSite[]): Sites {
  return Object.fromEntries(sites.map(({ host, pages }) => [host, pages]))
}
