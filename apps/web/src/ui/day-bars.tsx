import clsx from 'clsx'
import type { CSSProperties } from 'react'

export interface DaySeries<Key extends string> {
  key: Key
  label: string
  /** A token or another CSS colour. */
  colour: string
}

export interface DayBarsProps<Key extends string> {
  /** The table's caption, for screen readers. */
  caption: string
  series: readonly DaySeries<Key>[]
  /** Also shows each total. */
  withTotals?: boolean
  /** Oldest first, without gaps. */
  days: readonly ({ label: string } & Record<Key, number>)[]
}

/** Bars by day, with lines at the maximum and its half. Screen readers get the same figures as a table. */
export function DayBars<Key extends string>({ caption, series, withTotals, days }: DayBarsProps<Key>) {
  const top = niceTop(Math.max(1, ...days.flatMap((day) => series.map(({ key }) => day[key]))))
  const ticks = top % 2 === 0 ? [top, top / 2, 0] : [top, 0]
  return (
    <figure className="m-0">
      <div aria-hidden="true">
        <SeriesLegend series={series} withTotals={withTotals} days={days} />
        <div className="relative mt-4 h-40 ps-8">
          {ticks.map((tick) => (
            <div
              key={tick}
              className="absolute inset-x-0 flex items-center gap-2"
              style={{ bottom: `calc(${(tick / top) * 100}% - 0.5rem)` }}
            >
              <span className="w-6 text-end text-xs text-ink-muted tabular-nums">{tick}</span>
              <span className="h-px flex-1 bg-line" />
            </div>
          ))}
          <div className="relative flex h-full items-end gap-px">
            {days.map((day) => (
              <DayGroup key={day.label} day={day} series={series} top={top} />
            ))}
          </div>
        </div>
        <div
          className={`mt-2 flex ps-8 text-xs text-ink-muted ${days.length > 1 ? 'justify-between' : 'justify-center'}`}
        >
          <span>{days[0]?.label}</span>
          {days.length > 1 && <span>{days.at(-1)?.label}</span>}
        </div>
      </div>
      <FigureTable caption={caption} series={series} days={days} />
    </figure>
  )
}

/** Rounds up to a number that is easy to halve: 1, 2, 4, 6, 10, 20, 40 … */
function niceTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 4, 6, 10].map((factor) => factor * step).find((top) => top >= most) ?? most
}

function SeriesLegend<Key extends string>({
  series,
  withTotals,
  days,
}: Pick<DayBarsProps<Key>, 'series' | 'withTotals' | 'days'>) {
  return (
    <ul className={clsx('flex flex-wrap gap-y-2', withTotals ? 'gap-x-8' : 'gap-x-4')}>
      {series.map(({ key, label, colour }) => (
        <li key={key}>
          <span className="flex items-center gap-1.5 text-sm text-ink-muted">
            <span className="size-2 rounded-full" style={{ background: colour }} />
            {label}
          </span>
          {withTotals && (
            <span className="mt-0.5 block text-lg font-semibold">
              {days.reduce((sum, day) => sum + day[key], 0).toLocaleString()}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function DayGroup<Key extends string>(props: {
  day: DayBarsProps<Key>['days'][number]
  series: readonly DaySeries<Key>[]
  top: number
}) {
  const { day, series, top } = props
  const words = series.map(({ key, label }) => `${label}: ${day[key]}`).join(', ')
  const heightOf = (value: number): CSSProperties['height'] =>
    value === 0 ? 0 : `max(${(value / top) * 100}%, 2px)`
  return (
    <div
      title={`${day.label} – ${words}`}
      className="flex h-full min-w-0 flex-1 items-end justify-center gap-px rounded-sm hover:bg-hover"
    >
      {series.map(({ key, colour }) => (
        <span
          key={key}
          className="max-w-6 min-w-0 flex-1 rounded-t-sm"
          style={{ background: colour, height: heightOf(day[key]) }}
        />
      ))}
    </div>
  )
}

function FigureTable<Key extends string>({ caption, series, days }: DayBarsProps<Key>) {
  // A table ignores a smaller height, so the box around it is cut off.
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.label}>
              <th scope="row">{day.label}</th>
              {series.map(({ key }) => (
                <td key={key}>{day[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
