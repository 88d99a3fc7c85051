import { Select } from './select.tsx'
import type { TableProps } from './table-columns.ts'

/** Sorting for cards, which have no headings to press. */
export function TableSort<Row>({ columns, sort }: Pick<TableProps<Row>, 'columns' | 'sort'>) {
  const options = columns
    .filter((column) => column.sortable)
    .flatMap((column) => [
      { value: `${column.id} ascending`, label: `${column.header} ↑` },
      { value: `${column.id} descending`, label: `${column.header} ↓` },
    ])
  if (!sort || options.length === 0) return null
  return (
    <div className="table-sort">
      <Select
        aria-label="Sort by"
        options={options}
        placeholder={sort.current ? undefined : 'Sort by…'}
        value={sort.current ? `${sort.current.column} ${sort.current.direction}` : ''}
        onChange={(event) => {
          const [column = '', direction] = event.target.value.split(' ')
          if (column)
            sort.onChange({ column, direction: direction === 'descending' ? 'descending' : 'ascending' })
        }}
      />
    </div>
  )
}
