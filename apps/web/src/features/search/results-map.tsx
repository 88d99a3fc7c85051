import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Map as MapView } from 'maplibre-gl'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { activeFilter, drawMap, keepBoundsInView, type MapPictures, POINTS } from './draw-map.ts'
import { boundsOf, neighbourOf, type PlacedBusiness, pointsOf } from './map-points.ts'

export interface ResultsMapProps {
  placed: PlacedBusiness[]
  selected: ReadonlySet<string>
  active: string | null
  /** A point was pressed, or reached with the buttons. */
  onActivate: (placeId: string) => void
  /** Stable, or the map is drawn anew. */
  pictures: MapPictures
}

/** The results as points, in sync with the table. */
export default function ResultsMap({ placed, selected, active, onActivate, pictures }: ResultsMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapView | null>(null)
  const [isImpossible, setImpossible] = useState(false)
  const [hasPictures, setHasPictures] = useState(true)
  const activate = useRef(onActivate)
  activate.current = onActivate
  const points = useMemo(() => pointsOf(placed, selected), [placed, selected])
  const shown = placed.find(({ place_id }) => place_id === active)

  useEffect(() => {
    if (!frame.current) return
    const drawn = drawMap(frame.current, pictures, {
      onReady: setMap,
      onPress: (placeId) => activate.current(placeId),
      onPictures: setHasPictures,
    })
    if (!drawn) setImpossible(true)
    return () => {
      setMap(null)
      drawn?.remove()
    }
  }, [pictures])
  useEffect(() => {
    const source = map?.getSource(POINTS)
    if (source && 'setData' in source) (source as { setData: (data: unknown) => void }).setData(points)
  }, [map, points])
  useEffect(() => {
    const bounds = boundsOf(placed)
    return map && bounds ? keepBoundsInView(map, bounds) : undefined
  }, [map, placed])
  useEffect(() => {
    const { layer, filter } = activeFilter(active)
    map?.setFilter(layer, filter)
  }, [map, active])

  const walk = (step: 1 | -1, { nativeEvent }: MouseEvent) => {
    const next = neighbourOf(placed, active, step)
    if (!next) return
    onActivate(next.place_id)
    map?.easeTo({ center: [next.lon, next.lat] }, { originalEvent: nativeEvent })
  }
  return (
    <section
      aria-label="Map of the results"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {isImpossible ? (
        <p className="p-4 text-ink-muted">
          This browser can’t show the map. The list has all businesses and their addresses.
        </p>
      ) : (
        <div ref={frame} className="h-80 xl:h-[32rem]" />
      )}
      {!hasPictures && (
        <p role="status" className="border-t border-line px-3 py-2 text-sm text-ink-muted">
          The map background could not be loaded. The businesses are still shown where they are.
        </p>
      )}
      <div className="flex items-center gap-1 border-t border-line px-2 py-1.5">
        <IconButton
          label="Previous business"
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={(event) => walk(-1, event)}
        />
        <IconButton
          label="Next business"
          icon={<ChevronRight aria-hidden="true" />}
          onClick={(event) => walk(1, event)}
        />
        <p role="status" className="cut min-w-0 text-sm text-ink-muted" dir="auto">
          {shown ? shown.name : `${placed.length.toLocaleString()} on the map`}
        </p>
      </div>
    </section>
  )
}
