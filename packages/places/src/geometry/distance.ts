const EARTH_RADIUS_M = 6_371_008.8
const RADIANS = Math.PI / 180

export interface Point {
  lat: number
  lon: number
}

/** Great-circle distance in metres. */
export function distanceM(a: Point, b: Point): number {
  const dLat = (b.lat - a.lat) * RADIANS
  const dLon = (b.lon - a.lon) * RADIANS
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Degrees of latitude, and of longitude at that latitude, in a length. */
export function degreesFor(lengthM: number, lat: number): { lat: number; lon: number } {
  const degrees = lengthM / EARTH_RADIUS_M / RADIANS
  return { lat: degrees, lon: degrees / Math.max(0.01, Math.cos(lat * RADIANS)) }
}
