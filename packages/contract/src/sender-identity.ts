import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { requiredLine } from './text.ts'

export const senderIdentityMessages = {
  missing: 'Please add your postal address first. Every campaign email must carry it.',
  example: 'Your emails show an example postal address until you add your own in Settings, Profile.',
  company: 'Please enter your company, or your own name',
  street: 'Please enter a street or a P.O. box',
  city: 'Please enter a town',
  country: 'Please choose a country',
  oneLine: 'Please enter this on one line, without special characters',
  privacyUrl: 'Please enter a web address that starts with https:// or http://',
  saved: 'Sender identity saved',
} as const

/** Shown when an error has no message of its own. */
export const senderIdentityFallbacks = {
  fetch: 'Failed to load the sender identity',
  save: 'Failed to save the sender identity',
} as const

/** The name of the preflight line that says whether there is one. */
export const ADDRESS_CHECK = 'postal_address'
/** The name of the preflight line that says that the footer has an example. */
export const EXAMPLE_ADDRESS_CHECK = 'example_address'

/** Used in the footers of previews and of the built-in outbox while an owner has no sender identity. */
export const EXAMPLE_ADDRESS = 'Example postal address: add yours in Settings'

/** ISO 3166-1 alpha-2. */
export const countryCodes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR
KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
YT ZA ZM ZW`.split(/\s/)

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** English names, as used on mail from abroad. */
export const countryName = (code: string): string => names.of(code) ?? code

/** Line breaks, other control characters, characters that change the writing direction, and unpaired surrogates. */
const SPECIAL = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const line = (message: string, max: number) =>
  requiredLine(message, max).refine((text) => !SPECIAL.test(text), senderIdentityMessages.oneLine)

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => !SPECIAL.test(text), senderIdentityMessages.oneLine)
    .nullish()
    .transform((text) => text || null)

const WEB_ADDRESS = /^https?:\/\/[^\s<>"\\]+$/i

/** A page that anybody can open. User names are refused: they can make a URL look like another site's. */
function isWebAddress(text: string): boolean {
  const url = WEB_ADDRESS.test(text) && URL.canParse(text) ? new URL(text) : null
  return url !== null && url.username === '' && url.password === ''
}

export const senderIdentityForm = z.object({
  company: line(senderIdentityMessages.company, 200),
  street: line(senderIdentityMessages.street, 200),
  postcode: optional(20),
  city: line(senderIdentityMessages.city, 100),
  country: z.enum(countryCodes, { error: senderIdentityMessages.country }),
  /** For example the commercial register with its number, or a tax number. */
  register_line: optional(200),
  privacy_url: optional(500).refine(
    (url) => url === null || isWebAddress(url),
    senderIdentityMessages.privacyUrl,
  ),
})
export type SenderIdentityForm = z.output<typeof senderIdentityForm>

/** Every field is null until one is saved. */
export const senderIdentity = z.object({
  company: z.string().nullable(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  register_line: z.string().nullable(),
  privacy_url: z.string().nullable(),
})
export type SenderIdentity = z.infer<typeof senderIdentity>

type PostalAddress = Pick<SenderIdentityForm, 'company' | 'street' | 'postcode' | 'city' | 'country'>

/** The postcode follows the town. */
const POSTCODE_BEHIND = new Set(
  `AS AU BD BH BM BN CA CN CO FM GU ID IL IN JM JO JP KH KR LB LV MH MM MN MP MT MV NG NP NZ PE PK PR PW SA SG SO TH TW
US VE VI VN`.split(/\s/),
)
/** The postcode has its own line below the town. */
const POSTCODE_BELOW = new Set('BR EG FK GB GG GI GS IE IM IO IQ JE KE LK PN RU SH SZ TC UA ZA'.split(' '))

/**
 * The lines of an address in its country's format; the country comes last, for recipients abroad. An incomplete form
 * has fewer lines.
 */
export function postalLines({ company, street, postcode, city, country }: PostalAddress): string[] {
  const lines = [company, street, ...townLines(city, postcode, country), country && countryName(country)]
  return lines.map((line) => line.trim()).filter(Boolean)
}

function townLines(city: string, postcode: string | null, country: string): string[] {
  if (!postcode) return [city]
  if (POSTCODE_BELOW.has(country)) return [city, postcode]
  return [POSTCODE_BEHIND.has(country) ? `${city} ${postcode}` : `${postcode} ${city}`]
}

export const senderIdentityRoutes = {
  get: route('GET', '/api/user/sender-identity', {
    answer: senderIdentity,
    summary:
      'Returns the company and postal address in the footer of campaign emails; all null if none is saved',
  }),
  save: route('PUT', '/api/user/sender-identity', {
    body: senderIdentityForm,
    answer: senderIdentity,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Saves the sender identity; in an organization, owner and admins only',
  }),
}

export const senderIdentityRefusals = refusals({
  'sending.no_postal_address': { status: 409, message: senderIdentityMessages.missing },
})
