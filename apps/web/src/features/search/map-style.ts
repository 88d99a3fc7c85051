import type { ExpressionFilterSpecification, StyleSpecification } from 'maplibre-gl'

export const POINTS = 'businesses'
/** The one that is looked at, above all others: a town's points lie on one another. */
const ACTIVE = 'active'
export const PICTURES = 'pictures'
const GROUND = 'ground'

const coloursIn = (isDark: boolean) =>
  isDark ? { ground: '#26231f', line: '#1b1916' } : { ground: '#f1eee8', line: '#ffffff' }

/** What the colours of the page change on a map that is drawn: [layer, property, value]. */
export function paintIn(isDark: boolean): [string, 'background-color' | 'circle-stroke-color', string][] {
  const { ground, line } = coloursIn(isDark)
  return [
    [GROUND, 'background-color', ground],
    [POINTS, 'circle-stroke-color', line],
    [ACTIVE, 'circle-stroke-color', line],
  ]
}

/** Which point the layer of the active one shows. */
export const onlyActive = (placeId: string | null) => ({
  layer: ACTIVE,
  filter: ['==', ['get', 'place_id'], placeId ?? ''] as ExpressionFilterSpecification,
})

/** The style of the map, whole in the application: without pictures from elsewhere it needs no network. */
export function mapStyle(
  pictures: { tiles: string | null; attribution: string | null },
  isDark: boolean,
): StyleSpecification {
  const { ground, line } = coloursIn(isDark)
  return {
    version: 8,
    sources: {
      [POINTS]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, promoteId: 'place_id' },
      ...(pictures.tiles
        ? {
            [PICTURES]: {
              type: 'raster',
              tiles: [pictures.tiles],
              tileSize: 256,
              maxzoom: 19,
              attribution: escapeHtml(pictures.attribution ?? ''),
            },
          }
        : {}),
    },
    layers: [
      { id: GROUND, type: 'background', paint: { 'background-color': ground } },
      ...(pictures.tiles ? [{ id: PICTURES, type: 'raster' as const, source: PICTURES }] : []),
      {
        id: POINTS,
        type: 'circle',
        source: POINTS,
        paint: {
          'circle-radius': 6,
          'circle-color': ['case', ['boolean', ['get', 'selected'], false], '#d9a514', '#8a8378'],
          'circle-stroke-width': 2,
          'circle-stroke-color': line,
        },
      },
      {
        id: ACTIVE,
        type: 'circle',
        source: POINTS,
        filter: onlyActive(null).filter,
        paint: {
          'circle-radius': 10,
          'circle-color': '#2563eb',
          'circle-stroke-width': 2,
          'circle-stroke-color': line,
        },
      },
    ],
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
