const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size >= 100) formats.clear()
  formats.set(timeZone, format)
  return format
}

/** Local time in a time zone, as if it were UTC. */
function wallClock(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)]
  return Date.UTC(year, month - 1, day, Number(parts.hour), Number(parts.minute), Number(parts.second))
}

const DAY_MS = 86_400_000

/** The local date, such as '2026-11-23'. */
export const dayOf = (at: Date, timeZone: string): string =>
  new Date(wallClock(at, timeZone)).toISOString().slice(0, 10)

export const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Midnight of the local day, or the first moment after it if the clocks skip midnight. */
export const startOfDay = (at: Date, timeZone: string): Date =>
  momentOf(dayOf(at, timeZone), '00:00', timeZone)

/** The start of the next local day. */
export const startOfNextDay = (at: Date, timeZone: string): Date =>
  momentOf(nextDay(dayOf(at, timeZone)), '00:00', timeZone)

/** Such as '3 December 2026'. */
export const dayWords = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)

/** 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/**
 * The moment of a local time. A time skipped by daylight saving maps to the change; a repeated one to its first
 * occurrence. '24:00' is the start of the next day.
 */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const [hours, minutes] = time.split(':').map(Number)
  const wanted = Date.parse(day) + (hours ?? 0) * 3_600_000 + (minutes ?? 0) * 60_000
  const offsetAt = (utc: number) => wallClock(new Date(utc), timeZone) - Math.floor(utc / 1000) * 1000
  const [before, after] = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)]
  const candidates = [wanted - Math.max(before, after), wanted - Math.min(before, after)]
  const exact = candidates.find((utc) => wallClock(new Date(utc), timeZone) === wanted)
  return new Date(exact ?? changeBetween(candidates[0]!, candidates[1]!, timeZone))
}

/** The moment of the change between two moments. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const offsetAt = (utc: number) => wallClock(new Date(utc), timeZone) - utc
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  const first = offsetAt(low * 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000) === first) low = middle
    else high = middle
  }
  return high * 1000
}
