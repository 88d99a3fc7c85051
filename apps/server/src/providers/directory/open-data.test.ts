import type { PlaceInput } from '@goldpan/places'
import { startTestApp } from '../../../test/harness.ts'
import { createOpenDataDirectory } from './open-data.ts'
import { directorySuite } from './suite.ts'

const { app } = await startTestApp()
const bakery = (n: number): PlaceInput => ({
  place_id: `demo:bakery-${n}`,
  name: `Bakery ${n}`,
  category: 'shop=bakery',
  address: `${n} Ferry Quay, Goldwater, Demoland`,
  locality: 'Goldwater',
  country: 'Demoland',
  website: n % 2 ? `http://bakery-${n}.localhost` : null,
  phone: n % 3 ? '+44 1632 960001' : null,
  email: null,
  lat: 51 + n / 1000,
  lon: 0,
})
await app.ports.places.importPlaces(
  'demo',
  Array.from({ length: 45 }, (_, n) => bakery(n + 1)),
)

directorySuite('open data', async () => ({
  directory: createOpenDataDirectory(app.ports.places),
  query: 'bakery',
  location: 'Goldwater',
}))
