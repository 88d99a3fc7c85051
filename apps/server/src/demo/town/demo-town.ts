import type { PlaceInput } from '@goldpan/places'
import {
  type Behaviour,
  type DemoBusiness,
  type DemoPerson,
  readTable,
  type TownEntry,
} from './town-table.ts'
import { bakeries } from './trades/bakeries.ts'
import { healthAndBeauty } from './trades/health-and-beauty.ts'
import { hospitality } from './trades/hospitality.ts'
import { shopsAndServices } from './trades/shops-and-services.ts'

export type { DemoBusiness, DemoPerson } from './town-table.ts'

export const TOWN_NAME = 'Goldwater'
const TOWN_COUNTRY = 'Demoland'

export const townEntries: readonly TownEntry[] = [
  bakeries,
  hospitality,
  healthAndBeauty,
  shopsAndServices,
].flatMap(readTable)

const CLOSED_TO_READERS: readonly (Behaviour | null)[] = [
  'refuses-robots',
  'unreachable',
  'parked',
  'form-only',
]

/** Fictional businesses and people, with addresses that no mail can reach. */
export const demoTown: { name: string; businesses: readonly DemoBusiness[] } = {
  name: TOWN_NAME,
  businesses: townEntries.map(demoBusiness),
}

/** The town as an import; its websites are on `port`. */
export function* demoPlaces(port: number): Generator<PlaceInput> {
  for (const { slug, host, people, mailbox, ...listed } of demoTown.businesses) {
    yield { ...listed, place_id: `demo:${slug}`, website: host && `http://${host}:${port}` }
  }
}

function demoBusiness(entry: TownEntry, index: number): DemoBusiness {
  const { slug, name, category, street, phone, listed, site } = entry
  const isReadable = site !== null && !CLOSED_TO_READERS.includes(site.behaviour)
  return {
    slug,
    name,
    category,
    address: streetAddress(street),
    locality: TOWN_NAME,
    country: TOWN_COUNTRY,
    phone: phone && phoneNumber(phone),
    host: site && hostName(slug),
    email: listed ? mailAddress(listed, slug) : null,
    ...position(index),
    people: isReadable ? demoPeople(entry) : [],
    mailbox: isReadable && site.mailbox ? mailAddress(site.mailbox, slug) : null,
  }
}

export function demoPeople({ people = [], slug }: TownEntry): DemoPerson[] {
  return people.map(([first_name, last_name, title, localPart]) => ({
    first_name,
    last_name,
    title,
    email: mailAddress(localPart, slug),
  }))
}

// Open sea at 0° N, 0° E, far from any real business.
function position(index: number): { lat: number; lon: number } {
  const row = Math.floor(index / 8)
  const column = index % 8
  return { lat: 0.01 + row * 0.0011, lon: 0.01 + column * 0.0013 + (row % 2) * 0.0006 }
}

/** RFC 2606 reserves `.example`: it can have no mail server. */
export function mailAddress(localPart: string, slug: string): string {
  return `${localPart}@${slug}.example`
}

/** In the range that Ofcom reserves for fiction. */
export function phoneNumber(lastDigits: string): string {
  return `+44 1632 960${lastDigits}`
}

export function streetAddress(street: string): string {
  return `${street}, ${TOWN_NAME}, ${TOWN_COUNTRY}`
}

/** Browsers resolve all names under `.localhost` to this machine (RFC 6761). */
export function hostName(slug: string): string {
  return `${slug}.localhost`
}
