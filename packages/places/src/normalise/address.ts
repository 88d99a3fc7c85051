import { countryName } from '../gazetteer/countries.ts'
import type { Tags } from '../osm/business-tags.ts'

export interface AddressParts {
  street: string | null
  number: string | null
  postcode: string | null
  locality: string | null
  region: string | null
  country: string | null
}

// From the Universal Postal Union's sheets and https://github.com/OpenCageData/address-formatting.
const NUMBER_FIRST = new Set(
  'AU BD CA EG FR GB GE GG GI HK IE IL IM IN JE KE LK LU MA MC MT MY MU NG NZ OM PH PK SG TH TN TT UG US VN ZA ZW'.split(
    ' ',
  ),
)
const NUMBER_AFTER_COMMA = new Set('BR BY ES IT KZ PT RU UA AD SM VA CL UY'.split(' '))
const POSTCODE_LAST = new Set('AU BD CA GB GG GI HK ID IE IM IN JE LK NZ PK SG TH US VN ZA'.split(' '))
const WITH_REGION = new Set('AU BR CA IN MX US'.split(' '))

export function addressParts(tags: Tags): { street: string | null; number: string | null } {
  const number = joined(tags['addr:housenumber'] ?? tags['addr:conscriptionnumber'])
  const street = joined(tags['addr:street'] ?? tags['addr:place'] ?? tags['addr:hamlet'])
  return { street: street ?? joined(tags['addr:housename']), number: street === null ? null : number }
}

function joined(value: string | undefined): string | null {
  const text = value
    ?.split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
  return text ? text.slice(0, 200) : null
}

/**
 * An address in one line: `Städtle 12, 9490 Vaduz, Liechtenstein`, `12 Rue Grimaldi, 98000 Monaco`, `1 Main St,
 * Miami, FL 33132, United States`.
 */
export function formatAddress(parts: AddressParts): string {
  const country = parts.country === null ? null : (countryName(parts.country) ?? parts.country)
  // Names a city state only once, unless there is no street.
  const isSame = country !== null && parts.locality === country && parts.street !== null
  return [streetLine(parts), townLine(parts), isSame ? null : country]
    .filter(Boolean)
    .filter(isNew)
    .join(', ')
}

function isNew(part: string | null, index: number, all: (string | null)[]): boolean {
  return all.indexOf(part) === index
}

function streetLine({ street, number, country }: AddressParts): string | null {
  if (street === null || number === null) return street
  if (NUMBER_FIRST.has(country ?? '')) return `${number} ${street}`
  return NUMBER_AFTER_COMMA.has(country ?? '') ? `${street}, ${number}` : `${street} ${number}`
}

function townLine({ postcode, locality, region, country }: AddressParts): string {
  const state = WITH_REGION.has(country ?? '') ? region : null
  if (!POSTCODE_LAST.has(country ?? ''))
    return [[postcode, locality].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  const code = [state, postcode].filter(Boolean).join(' ')
  return [locality, code]
    .filter(Boolean)
    .join(country === 'GB' || country === 'US' || country === 'CA' || country === 'IE' ? ', ' : ' ')
}
