import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const GOOGLE_KEY = 'AIza-for-tests'

export interface PlaceAtGoogle {
  id: string
  displayName?: { text: string; languageCode?: string }
  formattedAddress?: string
  location?: { latitude: number; longitude: number }
  websiteUri?: string
  nationalPhoneNumber?: string
  internationalPhoneNumber?: string
  businessStatus?: string
}

interface ReceivedRequest {
  method: string
  path: string
  mask: string
  body: { textQuery?: string; pageSize?: number; pageToken?: string }
}

type Fault = (response: ServerResponse) => void

const MAX_RESULTS = 60

/** Implements what Goldpan uses of the Places API (New): searchText, details, field masks and errors. */
export async function startGooglePlacesServer(places: PlaceAtGoogle[]) {
  const requests: ReceivedRequest[] = []
  const faults: Fault[] = []
  let isDown = false
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await text(request)
    const mask = String(request.headers['x-goog-fieldmask'] ?? '')
    const { method = '', url: path = '' } = request
    const body = raw ? JSON.parse(raw) : {}
    requests.push({ method, path, mask, body })
    const fault = faults.shift()
    if (fault) return fault(response)
    if (isDown) return fail(response, 503, 'UNAVAILABLE', 'The service is currently unavailable.')
    if (request.headers['x-goog-api-key'] !== GOOGLE_KEY)
      return fail(response, 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')
    if (mask === '') return fail(response, 400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.')
    if (method === 'POST' && path === '/v1/places:searchText') return search(response, mask, body)
    const id = /^\/v1\/places\/([^/]+)$/.exec(path)?.[1]
    const place = places.find((known) => known.id === id)
    if (!place) return fail(response, 404, 'NOT_FOUND', 'The Place ID is no longer valid.')
    send(response, 200, masked(place, mask.split(',')))
  }

  function search(response: ServerResponse, mask: string, body: ReceivedRequest['body']): void {
    const { textQuery, pageSize = 20, pageToken } = body
    const start = pageToken === undefined ? 0 : startOf(pageToken, body)
    if (!textQuery || start === null) {
      const message = textQuery ? 'Request parameters for paging requests must match.' : 'Empty text_query.'
      fail(response, 400, 'INVALID_ARGUMENT', message)
      return
    }
    const end = start + Math.min(pageSize, 20)
    const fields = mask.split(',')
    const shown = places.slice(start, end).map((place) =>
      masked(
        place,
        fields.filter((field) => field.startsWith('places.')).map((field) => field.slice('places.'.length)),
      ),
    )
    const hasMore = end < Math.min(places.length, MAX_RESULTS) && fields.includes('nextPageToken')
    send(response, 200, {
      ...(shown.length > 0 && { places: shown }),
      ...(hasMore && { nextPageToken: JSON.stringify({ textQuery, pageSize, end }) }),
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    places,
    requests,
    /** Injects a fault into the next request. */
    next: (fault: Fault) => faults.push(fault),
    goDown: () => {
      isDown = true
    },
    comeBack: () => {
      isDown = false
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A token is valid only for the parameters it was issued for. */
function startOf(token: string, { textQuery, pageSize }: ReceivedRequest['body']): number | null {
  try {
    const given = JSON.parse(token)
    return given.textQuery === textQuery && given.pageSize === pageSize ? given.end : null
  } catch {
    return null
  }
}

function masked(place: PlaceAtGoogle, fields: string[]): Partial<PlaceAtGoogle> {
  return Object.fromEntries(Object.entries(place).filter(([field]) => fields.includes(field)))
}

export function fail(response: ServerResponse, code: number, status: string, message: string): void {
  send(response, code, { error: { code, message, status } })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
