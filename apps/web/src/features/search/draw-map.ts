import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import {
  AttributionControl,
  type ExpressionFilterSpecification,
  Map as MapView,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

setWorkerUrl(workerUrl)

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : systemIsDark.matches
}

export interface MapPictures {
  tiles: string
  attribution: string | null
}

interface MapListeners {
  onReady: (map: MapView) => void
  onPress: (placeId: string) => void
  /** True if the tile server answers. */
  onPictures: (isReachable: boolean) => void
}

/** Draws an empty map into an element; null without WebGL. */
export function drawMap(container: HTMLElement, pictures: MapPictures, on: MapListeners): MapView | null {
  try {
    const map = new MapView({
      container,
      style: mapStyle(pictures, isDark()),
      attributionControl: false,
      // Labels are Latin and our own, so no glyphs are fetched.
      dragRotate: false,
      pitchWithRotate: false,
      cooperativeGestures: false,
      center: [9.5, 47.1],
      zoom: 8,
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    if (pictures.attribution) map.addControl(new AttributionControl({ compact: false }))
    // Not 'load', which waits for tiles that may never come.
    map.once('style.load', () => on.onReady(map))
    map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === PICTURES) on.onPictures(false)
    })
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === PICTURES && tile) on.onPictures(true)
    })
    followTheme(map)
    map.on('click', POINTS, ({ features }) => {
      const placeId: unknown = features?.[0]?.properties.place_id
      if (typeof placeId === 'string') on.onPress(placeId)
    })
    map.on('mouseenter', POINTS, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', POINTS, () => {
      map.getCanvas().style.cursor = ''
    })
    return map
  } catch {
    return null
  }
}

/** Fits all points, again after each resize, until the user moves the map. */
export function keepBoundsInView(map: MapView, bounds: [number, number, number, number]): () => void {
  const fit = () => map.fitBounds(bounds, { padding: 40, maxZoom: 15, animate: false })
  const letGo = () => {
    map.off('resize', fit)
    map.off('movestart', whenMoved)
  }
  // Only moves by the user have an original event.
  const whenMoved = (event: object) => {
    if ('originalEvent' in event && event.originalEvent) letGo()
  }
  fit()
  map.on('resize', fit)
  map.on('movestart', whenMoved)
  return letGo
}

/** Change colours only: a new style would remove the points. */
function followTheme(map: MapView): void {
  const paint = () => {
    for (const [layer, property, value] of paintIn(isDark()))
      if (map.getLayer(layer)) map.setPaintProperty(layer, property, value)
  }
  const page = new MutationObserver(paint)
  page.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  systemIsDark.addEventListener('change', paint)
  map.once('remove', () => {
    page.disconnect()
    systemIsDark.removeEventListener('change', paint)
  })
}

export const POINTS = 'businesses'
/** The active point on top, because a town's points overlap. */
const ACTIVE = 'active'
const PICTURES = 'pictures'
const GROUND = 'ground'

const coloursIn = (isDark: boolean) =>
  isDark ? { ground: '#26231f', line: '#1b1916' } : { ground: '#f1eee8', line: '#ffffff' }

/** Paint properties that depend on the theme: [layer, property, value]. */
function paintIn(isDark: boolean): [string, 'background-color' | 'circle-stroke-color', string][] {
  const { ground, line } = coloursIn(isDark)
  return [
    [GROUND, 'background-color', ground],
    [POINTS, 'circle-stroke-color', line],
    [ACTIVE, 'circle-stroke-color', line],
  ]
}

export const activeFilter = (placeId: string | null) => ({
  layer: ACTIVE,
  filter: ['==', ['get', 'place_id'], placeId ?? ''] as ExpressionFilterSpecification,
})

/** The whole style of the map. */
function mapStyle({ tiles, attribution }: MapPictures, isDark: boolean): StyleSpecification {
  const { ground, line } = coloursIn(isDark)
  return {
    version: 8,
    sources: {
      [POINTS]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, promoteId: 'place_id' },
      [PICTURES]: {
        type: 'raster',
        tiles: [tiles],
        tileSize: 256,
        maxzoom: 19,
        attribution: escapeHtml(attribution ?? ''),
      },
    },
    layers: [
      { id: GROUND, type: 'background', paint: { 'background-color': ground } },
      { id: PICTURES, type: 'raster', source: PICTURES },
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
        filter: activeFilter(null).filter,
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
