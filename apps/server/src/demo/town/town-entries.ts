import type { TownEntry } from './demo-business.ts'
import { bakeriesByTheRiver } from './trades/bakeries-by-the-river.ts'
import { bakeriesOnTheHill } from './trades/bakeries-on-the-hill.ts'
import { hotels } from './trades/hotels.ts'
import { kitchens } from './trades/kitchens.ts'
import { salonsAndGyms } from './trades/salons-and-gyms.ts'
import { shops } from './trades/shops.ts'
import { studiosAndOffices } from './trades/studios-and-offices.ts'
import { surgeries } from './trades/surgeries.ts'
import { workshops } from './trades/workshops.ts'

export const TOWN_NAME = 'Goldwater'
export const TOWN_COUNTRY = 'Demoland'

export const townEntries: readonly TownEntry[] = [
  ...bakeriesByTheRiver,
  ...bakeriesOnTheHill,
  ...hotels,
  ...kitchens,
  ...surgeries,
  ...salonsAndGyms,
  ...workshops,
  ...shops,
  ...studiosAndOffices,
]

/** `.example` is reserved by RFC 2606: no mail server can ever be found for it. */
export function mailAddress(localPart: string, slug: string): string {
  return `${localPart}@${slug}.example`
}

/** A number that Ofcom reserves for fiction. */
export function phoneNumber(lastDigits: string): string {
  return `+44 1632 960${lastDigits}`
}

export function streetAddress(street: string): string {
  return `${street}, ${TOWN_NAME}, ${TOWN_COUNTRY}`
}

/** Browsers resolve every name under `.localhost` to the machine itself (RFC 6761). */
export function hostName(slug: string): string {
  return `${slug}.localhost`
}
