import { z } from 'zod'
import type { Clock } from '../clock/port.ts'
import {
  CursorLost,
  type Directory,
  type DirectoryPage,
  type DirectorySearch,
  DirectoryUnavailable,
  type FoundBusiness,
} from './port.ts'

interface GooglePlacesDeps {
  clock: Clock
  apiKey: string
  /** Google's API unless a proxy or a test replaces it. */
  url?: string
  timeoutMs?: number
}

/** Google returns pages of 20, at most three. */
const PAGE_SIZE = 20
const MAX_PAGES = 3
/** Concurrent requests while details are refreshed. */
const REFRESH_AT_ONCE = 4
const ATTRIBUTION = 'Google Maps'

const NO_EMAILS = 'Google Places has no email addresses. Remove the filter ‘Has email’ to search.'

/** Google Places API (New): https://developers.google.com/maps/documentation/places/web-service/text-search */
export function createGooglePlacesDirectory({ clock, ...settings }: GooglePlacesDeps): Directory {
  const call = createGoogleCall(settings)
  const read = (place: Parameters<typeof toBusiness>[0]) => toBusiness(place, clock.now(), ATTRIBUTION)

  return {
    /** Leaves the page size to Google: later pages must repeat the parameters of the first. */
    async search({ query, location, cursor, filters }, signal): Promise<DirectoryPage> {
      if (filters?.has_email) return emptyPage(NO_EMAILS)
      const textQuery = location ? `${query} in ${location}` : query
      let at = cursor === null ? { page: 1, token: null } : readCursor(cursor)
      for (;;) {
        const answer = await call.post('/v1/places:searchText', SEARCH_MASK, searchAnswer, {
          body: { textQuery, pageSize: PAGE_SIZE, ...(at.token && { pageToken: at.token }) },
          signal,
        })
        const businesses = (answer.places ?? []).filter(isOpen).map(read).filter(passes(filters))
        const next = answer.nextPageToken && at.page < MAX_PAGES ? answer.nextPageToken : null
        // Skip a page whose places were all filtered out.
        if (businesses.length > 0 || next === null)
          return {
            businesses,
            nextCursor: next && `${at.page + 1}:${next}`,
            widened: null,
            isAround: false,
            isCovered: true,
            sorts: ['match'],
            // Google doesn't say how many there are.
            counted: null,
            attributions: businesses.length > 0 ? [ATTRIBUTION] : [],
          }
        at = { page: at.page + 1, token: next }
      }
    },

    async refresh(placeIds, signal) {
      const found = new Map<string, FoundBusiness | null>()
      const waiting = placeIds.filter(isGoogleId)
      const work = async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          const place = await call.find(
            `/v1/places/${encodeURIComponent(id)}`,
            DETAILS_MASK,
            placeAnswer,
            signal,
          )
          // Google may return a newer id; saved businesses keep the id they were saved with.
          found.set(id, place && isOpen(place) ? { ...read(place), place_id: id } : null)
        }
      }
      await Promise.all(Array.from({ length: REFRESH_AT_ONCE }, work))
      return found
    },
  }
}

/** Ids of other sources have a prefix: `osm:node/1`, `demo:…`, `manual-…`. */
const isGoogleId = (id: string) => /^[\w-]{10,300}$/.test(id) && !id.startsWith('manual-')

function readCursor(cursor: string): { page: number; token: string } {
  const [, page, token] = /^([23]):(.+)$/s.exec(cursor) ?? []
  if (!page || !token) throw new CursorLost()
  return { page: Number(page), token }
}

const passes =
  ({ has_website, has_phone, category: wanted }: DirectorySearch['filters'] = {}) =>
  ({ website, phone, category }: FoundBusiness) =>
    (!has_website || website !== null) &&
    (!has_phone || phone !== null) &&
    (wanted === undefined || category === wanted)

const emptyPage = (widened: string): DirectoryPage => ({
  businesses: [],
  nextCursor: null,
  widened,
  isAround: false,
  isCovered: true,
  sorts: ['match'],
  counted: null,
  attributions: [],
})

interface GoogleCallSettings {
  apiKey: string
  url?: string
  timeoutMs?: number
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const NOTHING_CHARGED = 'Nothing was charged; please try again later.'
const TELL = 'Nothing was charged; please tell the operator of this installation.'

const errorAnswer = z.object({ error: z.object({ status: z.string().optional(), message: z.string() }) })

interface Failure {
  status: number
  /** Google's code, such as RESOURCE_EXHAUSTED. */
  reason: string
  message: string
}

/** Calls the Places API. Every failure is a DirectoryUnavailable, whose sentence never contains the key. */
function createGoogleCall({
  apiKey,
  url = 'https://places.googleapis.com',
  timeoutMs = 10_000,
}: GoogleCallSettings) {
  async function send(
    path: string,
    mask: string,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<Response> {
    const tooLate = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
        ...init,
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'X-Goog-Api-Key': apiKey,
          'X-Goog-FieldMask': mask,
        },
        signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
      })
      const body = await readBody(response)
      return new Response(body.length === 0 ? null : body, { status: response.status })
    } catch (error) {
      if (error instanceof DirectoryUnavailable) throw error
      signal?.throwIfAborted()
      throw new DirectoryUnavailable(
        tooLate.aborted
          ? `Google Places did not answer within ${Math.round(timeoutMs / 1000)} seconds. ${NOTHING_CHARGED}`
          : `Google Places cannot be reached. ${NOTHING_CHARGED}`,
      )
    }
  }

  return {
    async post<Shape extends z.ZodType>(
      path: string,
      mask: string,
      shape: Shape,
      {
        body,
        signal,
      }: { body: { textQuery: string; pageSize: number; pageToken?: string }; signal?: AbortSignal },
    ): Promise<z.infer<Shape>> {
      const response = await send(path, mask, { method: 'POST', body: JSON.stringify(body) }, signal)
      if (response.ok) return parse(response, shape)
      const failure = await failureOf(response)
      if (body.pageToken !== undefined && isAboutTheToken(failure)) throw new CursorLost()
      throw unavailable(failure)
    },

    /** Null if Google doesn't know the place any more. */
    async find<Shape extends z.ZodType>(
      path: string,
      mask: string,
      shape: Shape,
      signal?: AbortSignal,
    ): Promise<z.infer<Shape> | null> {
      const response = await send(path, mask, { method: 'GET' }, signal)
      if (response.ok) return parse(response, shape)
      const failure = await failureOf(response)
      if (failure.status === 404 || isUnknownId(failure)) return null
      throw unavailable(failure)
    },
  }
}

async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES)
      throw new DirectoryUnavailable(`Google Places returned too much data. ${NOTHING_CHARGED}`, 'refused')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function parse<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(await response.json().catch(() => null))
  if (parsed.success) return parsed.data
  throw new DirectoryUnavailable(
    `Google Places returned an unreadable response. ${NOTHING_CHARGED}`,
    'refused',
  )
}

async function failureOf(response: Response): Promise<Failure> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => null))
  const { status: reason = '', message = '' } = parsed.data?.error ?? {}
  return { status: response.status, reason, message }
}

const isAboutTheKey = ({ message }: Failure) => /api[ _-]?key/i.test(message)
const isAboutTheToken = (failure: Failure) => failure.status === 400 && !isAboutTheKey(failure)
const isUnknownId = (failure: Failure) => failure.status === 400 && /place id/i.test(failure.message)

/** Maps Google's errors: https://cloud.google.com/apis/design/errors */
function unavailable(failure: Failure): DirectoryUnavailable {
  const { status, reason } = failure
  if (status === 429 || reason === 'RESOURCE_EXHAUSTED')
    return new DirectoryUnavailable(`The Google Places quota is used up for now. ${NOTHING_CHARGED}`)
  if (status === 401 || status === 403 || isAboutTheKey(failure))
    return new DirectoryUnavailable(
      `Google Places rejected the key of this installation (${reason || status}). ${TELL}`,
      'refused',
    )
  if (status >= 500)
    return new DirectoryUnavailable(`Google Places is having problems (${status}). ${NOTHING_CHARGED}`)
  return new DirectoryUnavailable(
    `Google Places rejected this search (${reason || status}). ${TELL}`,
    'refused',
  )
}

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
const SEARCH_MASK = [...FIELDS.map((field) => `places.${field}`), 'nextPageToken'].join(',')
const DETAILS_MASK = FIELDS.join(',')

const text = z.string().max(5000)

const placeAnswer = z.object({
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
type GooglePlace = z.infer<typeof placeAnswer>

const searchAnswer = z.object({
  places: z.array(placeAnswer).max(100).optional(),
  nextPageToken: z.string().max(3000).optional(),
})

/** Google's terms allow keeping coordinates for 30 days. Other details are treated alike; ids may be kept. */
const KEPT_DAYS = 30

/** False for places that are closed, not yet open, or nameless. */
function isOpen({ businessStatus = 'OPERATIONAL', displayName }: GooglePlace): boolean {
  return businessStatus === 'OPERATIONAL' && Boolean(displayName?.text.trim())
}

function toBusiness(place: GooglePlace, now: Date, attribution: string): FoundBusiness {
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
