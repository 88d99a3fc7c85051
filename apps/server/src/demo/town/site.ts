import { demoPeople, hostName, mailAddress } from './demo-town.ts'
import type { TeamMember } from './people.ts'
import type { Language, SiteEntry, TownEntry } from './town-table.ts'
import { type Words, wordsOf } from './words.ts'

export type PageName = 'home' | 'offers' | 'about' | 'team' | 'contact' | 'imprint' | 'thanks' | 'staff-room'

/** Everything that the pages of a website need. */
export interface DemoSite {
  entry: TownEntry
  site: SiteEntry
  language: Language
  words: Words
  members: readonly TeamMember[]
  mailbox: string | null
  /** `http://<slug>.localhost:<port>` */
  origin: string
  port: number
  /** URL paths of existing pages, in menu order. */
  paths: ReadonlyMap<PageName, string>
}

export function createDemoSite(entry: TownEntry, site: SiteEntry, port: number): DemoSite {
  const language = site.language ?? 'en'
  const notes = (entry.people ?? []).map((person) => person[4] ?? null)
  return {
    entry,
    site,
    language,
    words: wordsOf(language),
    members: demoPeople(entry).map((person, index) => ({ ...person, note: notes[index] ?? null })),
    mailbox: site.mailbox && mailAddress(site.mailbox, entry.slug),
    origin: `http://${hostName(entry.slug)}:${port}`,
    port,
    paths: pagePaths(site, language),
  }
}

/** Websites that redirect by language have their home page in a folder. */
export function homePath(site: SiteEntry): string {
  return site.behaviour === 'redirects' ? `/${site.language}/` : '/'
}

function pagePaths(site: SiteEntry, language: Language): Map<PageName, string> {
  const home = homePath(site)
  const names = wordsOf(language).paths
  const path = (name: string) => `${home}${name}${site.ending ?? ''}`
  const pages: [PageName, string][] = [['home', home]]
  if (site.look !== 'onepage') {
    pages.push(['offers', path(names.offers)], ['about', path(names.about)])
    if (site.peopleForm && site.peopleForm !== 'imprint') pages.push(['team', path(names.team)])
    pages.push(['contact', path(names.contact)])
  }
  if (language !== 'en' || site.peopleForm === 'imprint') pages.push(['imprint', path(names.imprint)])
  if (site.behaviour === 'form-only') pages.push(['thanks', path('thanks')])
  if (site.robots?.includes('/staff-room')) pages.push(['staff-room', path('staff-room')])
  return new Map(pages)
}
