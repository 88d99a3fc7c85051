import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatDate } from '../../lib/dates.ts'

const series = [
  { key: 'sent', label: 'Sent', fill: 'var(--chart-sent, oklch(0.72 0.1 200))' },
  { key: 'opened', label: 'Opened', fill: 'var(--chart-opened, oklch(0.62 0.12 250))' },
  { key: 'responded', label: 'Responded', fill: 'var(--chart-responded, oklch(0.62 0.14 148))' },
] as const

export interface TimelineChartProps {
  days: { day: string; sent: number; opened: number; responded: number }[]
}

/** Quiet bars, one group a day. Hidden from screen readers: the same figures stand in a table. */
export function TimelineChart({ days }: TimelineChartProps) {
  return (
    <div aria-hidden="true" className="h-52 w-full text-sm">
      <ResponsiveContainer>
        <BarChart
          data={days}
          margin={{ top: 4, right: 4, bottom: 0, left: -24 }}
          barGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatDate}
            tickLine={false}
            axisLine={false}
            stroke="var(--ink-muted)"
            fontSize={12}
            minTickGap={24}
          />
          <YAxis
            allowDecimals={false}
            tickLine={false}
            axisLine={false}
            stroke="var(--ink-muted)"
            fontSize={12}
          />
          <Tooltip
            itemSorter={({ dataKey }) => series.findIndex(({ key }) => key === dataKey)}
            itemStyle={{ color: 'var(--ink)' }}
            labelFormatter={(day) => formatDate(String(day))}
            cursor={{ fill: 'var(--hover)' }}
            contentStyle={{ background: 'var(--surface)', borderColor: 'var(--line)', borderRadius: 8 }}
          />
          <Legend
            iconType="circle"
            iconSize={8}
            itemSorter={null}
            formatter={(label) => <span className="text-ink">{label}</span>}
          />
          {series.map(({ key, label, fill }) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={fill}
              maxBarSize={28}
              radius={3}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
