import { searchMessages, suggestTableName } from '@goldpan/contract/search'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type SearchResults, useSaveResults } from './search.queries.ts'

/** How long 'Results saved successfully' stands before the new table opens. */
const TO_TABLE_MS = 1500

export function SaveDialog({ results, onClose }: { results: SearchResults; onClose: () => void }) {
  const { query, location } = results.input
  const suggested = suggestTableName(query, location)
  const [name, setName] = useState(suggested)
  const [error, setError] = useState<string>()
  const save = useSaveResults()
  const savedId = save.data?.id
  useOpenTable(savedId)

  function submit(event: { preventDefault: () => void }) {
    event.preventDefault()
    if (save.isPending || savedId) return
    setError(name.trim() ? undefined : searchMessages.nameBlank)
    if (name.trim())
      save.mutate(
        { name, results },
        { onError: (failure) => setError(errorText(failure, searchMessages.saveFailed)) },
      )
  }

  const count = results.selected.size
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save Search Results"
      description={`${count} ${count === 1 ? 'business goes' : 'businesses go'} into a new table.`}
      size="sm"
      dirty={!savedId && name !== suggested}
      locked={save.isPending || savedId !== undefined}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={savedId !== undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={(save.isPending || savedId !== undefined) && 'Saving…'}
          >
            Save
          </Button>
        </>
      }
    >
      {savedId && (
        <Banner kind="success" announce className="mb-4">
          {searchMessages.saved}
        </Banner>
      )}
      <Field label="Table name" error={error}>
        <TextInput value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}

function useOpenTable(id: string | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => navigate(paths.table(id)), TO_TABLE_MS)
    return () => clearTimeout(timer)
  }, [id, navigate])
}
