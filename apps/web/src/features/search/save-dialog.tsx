import { searchMessages, suggestTableName } from '@goldpan/contract/search'
import type { TableSummary } from '@goldpan/contract/tables'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { countChosen, type SearchResults, selectRest, useSaveResults } from './search.queries.ts'

/** How long 'Results saved successfully' is shown before the table opens. */
const TO_TABLE_MS = 1500

const schema = z.object({
  name: z.string().refine((name) => name.trim() !== '', searchMessages.nameBlank),
  table_id: z.string(),
})

interface SaveDialogProps {
  results: SearchResults
  /** To choose one that exists; null makes a new one. */
  tables: readonly TableSummary[] | null
  onClose: () => void
}

/** Saves the selected results in a table, which opens then. */
export function SaveDialog({ results, tables, onClose }: SaveDialogProps) {
  const { query, location } = results.input
  const save = useSaveResults()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: suggestTableName(query, location), table_id: tables?.[0]?.id ?? '' },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const isSaved = save.data !== undefined
  useOpenTable(save.data?.table_id)

  const submit = (selected: SearchResults) =>
    form.handleSubmit(async ({ name, table_id }) => {
      if (isSaved) return
      try {
        const table = tables?.find(({ id }) => id === table_id)
        await save.mutateAsync({ into: table ? { table_id, name: table.name } : { name }, results: selected })
      } catch (error) {
        const message = errorText(error, searchMessages.saveFailed)
        form.setError(tables ? 'table_id' : 'name', { message }, { shouldFocus: true })
      }
    })

  const { count, websites } = countChosen(results)
  const businesses = countOf(count, 'business', 'businesses')
  const known = save.data?.known ?? 0
  const [rest] = useState(() => selectRest(results))
  const isBusy = isSubmitting || isSaved
  const isRestSaved = isBusy && save.variables?.results === rest
  const busyWords = isSaved ? 'Opening…' : 'Saving…'
  return (
    <Dialog
      open
      onClose={onClose}
      title={tables ? 'Add to a table' : 'Save Search Results'}
      description={`${businesses}, ${websites.toLocaleString()} of them with a website.`}
      size="sm"
      dirty={!isSaved && isDirty}
      locked={isBusy}
      onSubmit={submit(results)}
      footer={
        <>
          <Button onClick={onClose} disabled={isSaved}>
            Cancel
          </Button>
          {rest && (
            <Button disabled={isBusy && !isRestSaved} busy={isRestSaved && busyWords} onClick={submit(rest)}>
              {`Save all ${countOf(countChosen(rest).count, 'match', 'matches')}`}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            disabled={isRestSaved}
            busy={isBusy && !isRestSaved && busyWords}
          >
            Save
          </Button>
        </>
      }
    >
      {isSaved && (
        <Banner kind="success" announce className="mb-4">
          {searchMessages.saved}
          {known > 0 && `. ${countOf(known, 'business was', 'businesses were')} already in the table.`}
        </Banner>
      )}
      {tables ? (
        <Field label="Table" error={errors.table_id?.message}>
          <Select
            options={tables.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.register('table_id')}
          />
        </Field>
      ) : (
        <Field label="Table name" error={errors.name?.message}>
          <TextInput maxLength={200} {...form.register('name')} />
        </Field>
      )}
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
