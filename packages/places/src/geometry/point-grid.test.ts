import { expect, test } from 'vitest'
import { distanceM, type Point } from './distance.ts'
import { PointGrid } from './point-grid.ts'

const SCALE = 1e7

/** Spread over a few degrees on both sides of the equator and of Greenwich. */
function pointOf(index: number): Point {
  return {
    lat: (((index * 7_368_787) % 40_000_000) - 20_000_000) / SCALE,
    lon: (((index * 27_644_437) % 60_000_000) - 30_000_000) / SCALE,
  }
}

const POINTS = Array.from({ length: 2000 }, (_, index) => pointOf(index))

test.each([1 << 16, 150])('the nearest points are found, in runs of %i', (run) => {
  const grid = new PointGrid(0.05, run)
  for (const [thing, { lat, lon }] of POINTS.entries())
    grid.add(Math.round(lat * SCALE), Math.round(lon * SCALE), thing)
  for (let i = 0; i < 200; i++) {
    const centre = pointOf(i * 31 + 5000)
    const near = POINTS.flatMap((point, thing) => {
      const distance = distanceM(centre, point)
      return distance <= 12_000 ? [{ thing, distance }] : []
    })
    const byThing = (list: { thing: number }[]) => list.toSorted((a, b) => a.thing - b.thing)
    expect(byThing(grid.within(centre, 12_000))).toEqual(near)
    const isEven = ({ thing }: { thing: number }) => thing % 2 === 0
    const [nearest] = near.filter(isEven).sort((a, b) => a.distance - b.distance)
    expect(grid.nearest(centre, 12_000, (thing) => isEven({ thing }))).toEqual(nearest)
  }
  grid.close()
})

test('of things that share a point the one that came first is the nearest', () => {
  const grid = new PointGrid(0.05, 2)
  for (const thing of [5, 3, 4, 1]) grid.add(471_000_000, 95_000_000, thing)
  expect(grid.nearest({ lat: 47.1, lon: 9.501 }, 1000, () => true)?.thing).toBe(5)
  expect(grid.nearest({ lat: 47.1, lon: 9.501 }, 1000, (thing) => thing < 5)?.thing).toBe(3)
  grid.close()
})
