import type { PlaceInput } from '@goldpan/places'
import type { Behaviour, DemoBusiness, DemoPerson, TownEntry } from './demo-business.ts'
import {
  hostName,
  mailAddress,
  phoneNumber,
  streetAddress,
  TOWN_COUNTRY,
  TOWN_NAME,
  townEntries,
} from './town-entries.ts'

export type { DemoBusiness, DemoPerson } from './demo-business.ts'

const CLOSED_TO_READERS: readonly (Behaviour | undefined)[] = [
  'refuses-robots',
  'unreachable',
  'parked',
  'form-only',
]

/** The demo town: fictional businesses, fictional people, addresses that no mail can reach. */
export const demoTown: { name: string; businesses: readonly DemoBusiness[] } = {
  name: TOWN_NAME,
  businesses: townEntries.map(demoBusiness),
}

/** The town as directory rows; websites answer on `port`. */
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

// Open sea, where the zero meridian crosses the equator: no real business is ever near.
function position(index: number): { lat: number; lon: number } {
  const row = Math.floor(index / 8)
  const column = index % 8
  return { lat: 0.01 + row * 0.0011, lon: 0.01 + column * 0.0013 + (row % 2) * 0.0006 }
}
