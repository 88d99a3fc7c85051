import type { StyleSpecification } from 'maplibre-gl'

export const POINTS = 'businesses'
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
  ]
}

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
          'circle-radius': ['case', ['boolean', ['feature-state', 'active'], false], 10, 6],
          'circle-color': [
            'case',
            ['boolean', ['feature-state', 'active'], false],
            '#2563eb',
            ['boolean', ['get', 'selected'], false],
            '#d9a514',
            '#8a8378',
          ],
          'circle-stroke-width': 2,
          'circle-stroke-color': line,
        },
      },
    ],
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
