import { withoutArticle } from '../gazetteer/area-names.ts'
import { foldedWords } from '../text/fold.ts'
import type { Tags } from './business-tags.ts'

/** Kinds of landmarks with their words: English, German, French, Italian, Spanish, Catalan. */
export const LANDMARK_WORDS: Record<string, string> = {
  'railway=station':
    'station, train station, railway station, main station, central station, Bahnhof, Hauptbahnhof, gare, stazione, stazione ferroviaria, estación, estación de tren, estació',
  'amenity=bus_station':
    'station, bus station, coach station, bus terminal, Busbahnhof, Postautostation, gare routière, autostazione, estación de autobuses, estació d’autobusos',
  'aeroway=aerodrome': 'airport, airfield, Flughafen, Flugplatz, aéroport, aeroporto, aeropuerto, aeroport',
  'aeroway=heliport': 'heliport, Heliport, héliport, eliporto, helipuerto',
  'historic=castle':
    'castle, Schloss, Burg, château, castello, castillo, castell, palace, Palast, palais, palazzo, palacio, palau',
  'amenity=place_of_worship':
    'church, cathedral, Kirche, Dom, Kathedrale, église, cathédrale, chiesa, cattedrale, duomo, iglesia, catedral, església',
  'tourism=attraction': 'attraction, sight, Sehenswürdigkeit, attraction, attrazione, atracción',
  'tourism=viewpoint': 'viewpoint, Aussichtspunkt, belvédère, belvedere, mirador',
}

const LANDMARK_KEYS = ['railway', 'aeroway', 'historic', 'amenity', 'tourism']

/** Kinds of landmarks that a place is, which people use to say where another place is. */
export function landmarkKinds(tags: Tags): string[] {
  const kinds: string[] = []
  for (const key of LANDMARK_KEYS) {
    const value = tags[key]
    if (value === undefined) continue
    const kind = `${key}=${key === 'railway' && value === 'halt' ? 'station' : value}`
    if (kind in LANDMARK_WORDS) kinds.push(kind)
  }
  return kinds
}

export function isLandmark(tags: Tags): boolean {
  if (landmarkKinds(tags).length === 0 || tags.disused === 'yes' || tags.abandoned === 'yes') return false
  // Park railway stops aren't stations that people mean.
  return tags.name !== undefined && tags.station !== 'miniature'
}

const KINDS_BY_WORDS = new Map<string, string[]>()
for (const [kind, words] of Object.entries(LANDMARK_WORDS))
  for (const word of words.split(', ')) {
    const key = foldedWords(word).join(' ')
    KINDS_BY_WORDS.set(key, [...(KINDS_BY_WORDS.get(key) ?? []), kind])
  }

/** Kinds of landmarks in a text such as 'the station'. */
export function landmarkKindsNamed(text: string): string[] {
  const words = withoutArticle(foldedWords(text))
  return KINDS_BY_WORDS.get(words.join(' ')) ?? []
}
