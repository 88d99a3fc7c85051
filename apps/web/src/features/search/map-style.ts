import type { StyleSpecification } from 'maplibre-gl'

export const POINTS = 'businesses'

/** The style of the map, whole in the application: without pictures from elsewhere it needs no network. */
export function mapStyle(
  pictures: { tiles: string | null; attribution: string | null },
  isDark: boolean,
): StyleSpecification {
  const ground = isDark ? '#26231f' : '#f1eee8'
  const line = isDark ? '#1b1916' : '#ffffff'
  return {
    version: 8,
    sources: {
      [POINTS]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, promoteId: 'place_id' },
      ...(pictures.tiles
        ? {
            pictures: {
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
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(pictures.tiles ? [{ id: 'pictures', type: 'raster' as const, source: 'pictures' }] : []),
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
