import { z } from 'zod'
import type { FoundBusiness } from './port.ts'

const FIELDS = [
  'id',
  'displayName',
  'formattedAddress',
  'location',
  'websiteUri',
  'nationalPhoneNumber',
  'internationalPhoneNumber',
  'businessStatus',
]

/** Google requires a field mask and omits all other fields, the next page's token included. */
export const SEARCH_MASK = [...FIELDS.map((field) => `places.${field}`), 'nextPageToken'].join(',')
export const DETAILS_MASK = FIELDS.join(',')

const text = z.string().max(5000)

export const placeAnswer = z.object({
  id: z.string().min(1).max(300),
  displayName: z.object({ text }).optional(),
  formattedAddress: text.optional(),
  location: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .optional(),
  websiteUri: text.optional(),
  nationalPhoneNumber: text.optional(),
  internationalPhoneNumber: text.optional(),
  businessStatus: z.string().optional(),
})
export type GooglePlace = z.infer<typeof placeAnswer>

export const searchAnswer = z.object({
  places: z.array(placeAnswer).max(100).optional(),
  nextPageToken: z.string().max(3000).optional(),
})

/** Google's terms allow keeping coordinates for 30 days. Other details are treated alike; ids may be kept. */
const KEPT_DAYS = 30

/** False for places that are closed, not yet open, or nameless. */
export function isOpen({ businessStatus = 'OPERATIONAL', displayName }: GooglePlace): boolean {
  return businessStatus === 'OPERATIONAL' && Boolean(displayName?.text.trim())
}

export function toBusiness(place: GooglePlace, now: Date, attribution: string): FoundBusiness {
  return {
    place_id: place.id,
    name: place.displayName?.text.trim().slice(0, 500) ?? '',
    address: place.formattedAddress?.slice(0, 1000) ?? '',
    website: website(place.websiteUri),
    phone: (place.internationalPhoneNumber ?? place.nationalPhoneNumber)?.slice(0, 60) ?? null,
    email: null,
    locality: null,
    attribution,
    is_demo: false,
    lat: place.location?.latitude ?? null,
    lon: place.location?.longitude ?? null,
    expires_at: new Date(now.getTime() + KEPT_DAYS * 86_400_000).toISOString(),
  }
}

function website(uri: string | undefined): string | null {
  if (!uri || uri.length > 2000 || !URL.canParse(uri)) return null
  return /^https?:$/.test(new URL(uri).protocol) ? uri : null
}
