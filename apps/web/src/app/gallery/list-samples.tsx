import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { DayBars } from '../../ui/day-bars.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Illustration, type IllustrationName } from '../../ui/illustration.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TopLine } from '../../ui/top-line.tsx'

const columns = [
  { id: 'email', header: 'Email' },
  { id: 'phone', header: 'Phone' },
]
const statuses = [{ value: 'new', label: 'New' }]
const drawings: IllustrationName[] = ['pan', 'stream', 'letter', 'compass']

const days = Array.from({ length: 30 }, (_, index) => ({
  label: `${index + 1} March`,
  opened: (index * 7) % 19,
  replied: (index * 3) % 5,
}))

/** Parts around lists: filters, columns, figures by day. */
export function ListSamples() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['email']))
  const [isWaiting, setWaiting] = useState(false)
  const choose = (id: string, isShown: boolean) =>
    setChosen((last) => new Set(isShown ? [...last, id] : [...last].filter((other) => other !== id)))
  return (
    <Card title="Around lists">
      <div className="flex flex-col gap-6">
        <FilterBar
          label="Sample filters"
          active={1}
          search={
            <SearchInput
              label="Search samples"
              placeholder="Search"
              value={text}
              onChange={setText}
              className="sm:w-64"
            />
          }
          end={
            <ColumnMenu
              columns={columns}
              chosen={chosen}
              onChoose={choose}
              onReset={() => setChosen(new Set())}
            />
          }
        >
          <Field label="Status of samples" hideLabel className="sm:w-44">
            <Select options={statuses} placeholder="All statuses" defaultValue="new" />
          </Field>
        </FilterBar>
        <div className="grid gap-6 sm:grid-cols-2">
          <DayBars
            caption="Opens and replies of 30 days"
            days={days}
            series={[
              { key: 'opened', label: 'Opened', colour: 'var(--chart-1)' },
              { key: 'replied', label: 'Replied', colour: 'var(--chart-2)' },
            ]}
          />
          <DayBars
            caption="Replies of one day without any"
            days={[{ label: '1 April', replied: 0 }]}
            series={[{ key: 'replied', label: 'Replied', colour: 'var(--chart-3)' }]}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {drawings.map((name) => (
            <Illustration key={name} name={name} />
          ))}
          <Button size="sm" onClick={() => setWaiting(!isWaiting)}>
            {isWaiting ? 'Hide' : 'Show'} the line at the top
          </Button>
          <TopLine isWaiting={isWaiting} />
        </div>
      </div>
    </Card>
  )
}
