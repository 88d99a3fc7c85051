import { AttributionControl, Map as MapView, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { mapStyle, POINTS } from './map-style.ts'

setWorkerUrl(workerUrl)

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
}

/** Draws an empty map into an element; null where the browser cannot. */
export function drawMap(
  container: HTMLElement,
  pictures: { tiles: string | null; attribution: string | null },
  on: { onReady: (map: MapView) => void; onPress: (placeId: string) => void },
): MapView | null {
  try {
    const map = new MapView({
      container,
      style: mapStyle(pictures, isDark()),
      attributionControl: false,
      // Only Latin signs of our own are written on it, so nothing is fetched for others.
      dragRotate: false,
      pitchWithRotate: false,
      cooperativeGestures: false,
      center: [9.5, 47.1],
      zoom: 8,
    })
    map.touchZoomRotate.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    if (pictures.attribution) map.addControl(new AttributionControl({ compact: false }))
    map.on('load', () => on.onReady(map))
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
