import { domainOf, localPart, registrableDomain } from '../address/address.ts'
import { isRoleLocalPart } from '../address/role-words.ts'
import type { PageFindings, PersonFacts } from '../parse/findings.ts'
import { businessNamesOfSite, isBusinessName } from '../people/business-names.ts'
import { fitName, nameFromLocalPart, orderedBy } from '../people/local-part.ts'
import {
  isForeign,
  isFreeMailDomain,
  isOwn,
  type Judged,
  rejectionOf,
  type Site,
} from '../rejections/rejections.ts'
import type { Contact } from '../report.ts'

export interface ReadPage {
  findings: PageFindings
  read_at: string
}

/** An address on one page. */
interface Sighting extends Judged {
  read_at: string
  noSolicitation: boolean
}

interface Person extends PersonFacts {
  strength: 1 | 2 | 3
}

const KEY_PAGES = /contact|imprint|team|about/

/**
 * Merges the findings of a site's pages into one contact per address and drops rejected addresses. Sorted by
 * confidence, best first.
 */
export function gatherContacts(pages: readonly ReadPage[], site: Site): Contact[] {
  const twins = new Set(pages.flatMap(({ findings }) => findings.twins))
  const business = businessNamesOfSite([...site.domains, site.businessName], [pages[0]?.findings.title ?? ''])
  const people = distinctPeople(pages).filter((person) => !isBusinessName(business, person))
  const directories = new Set(pages.map(({ findings }) => findings).filter((one) => isDirectory(one, site)))
  const groups = new Map<string, Sighting[]>()
  for (const { findings, read_at } of pages) {
    for (const seen of findings.addresses) {
      if (twins.has(seen.email)) continue
      const { kinds, url: source_url, noSolicitation } = findings
      const sighting = { ...seen, kinds, source_url, read_at, noSolicitation }
      if (rejectionOf(sighting, site) || (directories.has(findings) && isForeign(sighting, site))) continue
      groups.set(seen.email, [...(groups.get(seen.email) ?? []), sighting])
    }
  }
  const taken = namesTaken(groups)
  return [...groups.values()]
    .map((seen) => toContact(seen, site, people, taken))
    .sort((a, b) => b.confidence - a.confidence)
}

/** A page with addresses on this many foreign domains is a directory: dealers, members, neighbouring shops. */
const DIRECTORY_DOMAINS = 5

function isDirectory({ addresses }: PageFindings, site: Site): boolean {
  const foreign = addresses
    .filter((seen) => isForeign(seen, site))
    .map(({ email }) => registrableDomain(domainOf(email)))
  return new Set(foreign).size >= DIRECTORY_DOMAINS
}

function distinctPeople(pages: readonly ReadPage[]): Person[] {
  const people = new Map<string, Person>()
  for (const { findings } of pages) {
    for (const person of findings.people) {
      const key = `${person.first_name} ${person.last_name}`.toLowerCase()
      const known = people.get(key)
      if (!known || (!known.title && person.title) || known.strength < person.strength)
        people.set(key, { ...person, title: person.title ?? known?.title ?? null })
    }
  }
  return [...people.values()]
}

/** Names of people who have a personal address. A role address beside such a name isn't theirs. */
function namesTaken(groups: Map<string, Judged[]>): Set<string> {
  const taken = new Set<string>()
  for (const [email, seen] of groups) {
    const local = localPart(email)
    for (const { person } of seen) {
      if (person && !isRoleLocalPart(local) && fitName(local, person) >= 0.5) taken.add(nameKey(person))
    }
  }
  return taken
}

function nameKey({ first_name, last_name }: Pick<PersonFacts, 'first_name' | 'last_name'>): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.toLowerCase()
}

function toContact(
  seen: readonly Sighting[],
  site: Site,
  people: readonly Person[],
  taken: ReadonlySet<string>,
): Contact {
  const best = seen.reduce((one, other) =>
    other.confidence > one.confidence ||
    (other.confidence === one.confidence && !one.snippet && other.snippet)
      ? other
      : one,
  )
  const found = personFor(best.email, seen, people, taken)
  const person = found && orderedBy(localPart(best.email), found)
  const { confidence, reasons } = confidenceOf(best, seen, site)
  return {
    email: best.email,
    first_name: person?.first_name ?? null,
    last_name: person?.last_name ?? null,
    title: person?.title ?? null,
    phone: seen.find(({ phone }) => phone)?.phone ?? null,
    source_url: best.source_url,
    snippet: best.snippet || (seen.find(({ snippet }) => snippet)?.snippet ?? ''),
    method: best.method,
    found_at: seen[0]!.read_at,
    confidence,
    reasons,
    no_solicitation: seen.some(({ noSolicitation }) => noSolicitation),
  }
}

function personFor(
  email: string,
  seen: readonly Judged[],
  people: readonly Person[],
  taken: ReadonlySet<string>,
): PersonFacts | undefined {
  const local = localPart(email)
  const paired = seen
    .map(({ person }) => person)
    .filter((person) => person !== null)
    .sort((a, b) => b.evidence - a.evidence || Number(Boolean(b.title)) - Number(Boolean(a.title)))[0]
  const isRole = isRoleLocalPart(local)
  const own =
    paired && paired.evidence < 4 && taken.has(nameKey(paired)) && fitName(local, paired) === 0
      ? undefined
      : paired
  if (own && (own.evidence === 4 || fitName(local, own) > 0)) return completed(own, people)
  const fitting = isRole ? undefined : uniqueFit(local, people)
  if (fitting) return fitting
  if (own) return completed(own, people)
  const spelled = nameFromLocalPart(local)
  return spelled && { ...spelled, title: null, evidence: 1 }
}

/** Adds the title that another page gives the same person. */
function completed(person: PersonFacts, people: readonly Person[]): PersonFacts {
  const same = people.find((other) => nameKey(other) === nameKey(person) && other.title)
  return person.title || !same ? person : { ...person, title: same.title }
}

function uniqueFit(local: string, people: readonly Person[]): Person | undefined {
  const scored = people
    .map((person) => ({ person, score: fitName(local, person) }))
    .filter(
      ({ person, score }) =>
        score >= (person.strength === 1 ? 0.8 : 0.5) && (score > 0.5 || local.length <= 3),
    )
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const top = scored.filter(({ score }) => score === best)
  return top.length === 1 ? top[0]!.person : undefined
}

function confidenceOf(
  best: Judged,
  seen: readonly Judged[],
  site: Site,
): { confidence: number; reasons: string[] } {
  const reasons = [`found by ${best.method}`]
  let value = best.confidence
  const add = (amount: number, reason: string): void => {
    value += amount
    reasons.push(reason)
  }
  if (isOwn(best, site)) add(0.05, "on the website's own domain")
  else if (isFreeMailDomain(domainOf(best.email))) reasons.push('at a free mail service')
  else if (isForeign(best, site)) add(-0.1, 'on another domain')
  if (seen.some(({ kinds }) => KEY_PAGES.test(kinds.join(' '))))
    add(0.05, 'on a contact, imprint or team page')
  if (new Set(seen.map(({ source_url }) => source_url)).size > 1) add(0.05, 'on more than one page')
  if (/^(?:webmaster|datenschutz|privacy|dpo|rgpd|gdpr|dataprotection)$/.test(localPart(best.email)))
    add(-0.3, 'a technical or legal function')
  if (seen.every(({ context }) => context.includes('certified'))) add(-0.3, 'certified mail')
  return { confidence: Math.round(Math.min(0.99, Math.max(0.05, value)) * 100) / 100, reasons }
}
