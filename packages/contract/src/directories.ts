/** Directories by how their data are attributed. */
const NAMES: [attribution: RegExp, name: string][] = [
  [/OpenStreetMap/, 'OpenStreetMap'],
  [/Overture Maps/, 'Overture Maps'],
  [/^Fictional/, 'the demo directory'],
]

/** 'OpenStreetMap' for '© OpenStreetMap contributors'; several where listings were merged. */
export function directoryName(attribution: string): string {
  const names = attribution
    .split('; ')
    .map((text) => NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? text)
  return [...new Set(names)].join(' and ')
}

/** The page of a listing, or the directory's website. Null if it has none. */
export function listingUrl(placeId: string): string | null {
  const [, source, id] = /^(osm|overture):(.+)$/.exec(placeId) ?? []
  if (source === 'osm') return `https://www.openstreetmap.org/${id}`
  return source === 'overture' ? 'https://explore.overturemaps.org/' : null
}

/** `source_method` of an address from a listing, which the user may have edited before it was taken. */
export const listedMethod = (directory: string, isEdited: boolean): string =>
  `${isEdited ? 'edited-listing' : 'listing'}:${directory}`

/** The directory in such a method. Null for other methods. */
export function listedIn(method: string | null): { directory: string; isEdited: boolean } | null {
  const [, edited, directory] = /^(edited-)?listing:(.+)$/.exec(method ?? '') ?? []
  return directory === undefined ? null : { directory, isEdited: edited !== undefined }
}
