import type { Answer, Sites } from '../site-server.ts'

/** A small website written for one way in which addresses are shown or hidden. */
export interface OwnSite {
  host: string
  /** What it shows: techniques by their names, and what is neither: kinds of files, ways that lead to a page. */
  shows: readonly string[]
  pages: Record<string, Answer>
  /** Everybody who is to be found, and nobody else. */
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

/** A page as a site builder would write it: head, menu, content, footer. */
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
