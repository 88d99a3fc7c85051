import { searchMessages } from '@goldpan/contract/search'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { useTableNames } from '../../lib/table-cache.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { SaveDialog } from './save-dialog.tsx'
import { countChosen, type SearchResults, saveable, selectAll, selectNone } from './search.queries.ts'

interface SaveBarProps {
  results: SearchResults
  onChange: (next: SearchResults) => void
}

/** The selection and the table to save it to. */
export function SaveBar({ results, onChange }: SaveBarProps) {
  const tables = useTableNames()
  const [saving, setSaving] = useState<'new' | 'existing' | null>(null)
  const { count, websites } = countChosen(results)
  const save = (into: 'new' | 'existing') => {
    if (count === 0) toast.error(searchMessages.noneSelected)
    else setSaving(into)
  }
  return (
    <>
      <SelectionBar
        count={count}
        noun={['business', 'businesses']}
        note={
          <>
            {websites < count && `${websites.toLocaleString()} of ${count.toLocaleString()} have a website `}
            <SelectAll results={results} onChange={onChange} />
          </>
        }
        isShownEmpty
        onClear={() => onChange(selectNone(results))}
      >
        {tables.data && tables.data.length > 0 && (
          <Button size="sm" onClick={() => save('existing')}>
            Add to a table
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={() => save('new')}>
          {`Save Selected (${count.toLocaleString()})`}
        </Button>
      </SelectionBar>
      {saving && (
        <SaveDialog
          results={results}
          tables={saving === 'existing' ? (tables.data ?? []) : null}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  )
}

function SelectAll({ results, onChange }: SaveBarProps) {
  const { total, nextPageToken, selection } = results
  // The header's checkbox selects what is loaded.
  if (total === null || nextPageToken === null || selection.kind === 'all-but') return null
  return (
    <button
      type="button"
      className="hyperlink min-h-6 font-medium"
      onClick={() => onChange(selectAll(results))}
    >
      {total > saveable(total)
        ? `Select the first ${saveable(total).toLocaleString()} matches`
        : `Select all ${countOf(total, 'match', 'matches')}`}
    </button>
  )
}
