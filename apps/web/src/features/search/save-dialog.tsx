import { searchMessages, suggestTableName } from '@goldpan/contract/search'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type SearchResults, useSaveResults } from './search.queries.ts'

/** How long 'Results saved successfully' is shown before the new table opens. */
const TO_TABLE_MS = 1500

const schema = z.object({
  name: z.string().refine((name) => name.trim() !== '', searchMessages.nameBlank),
})

/** Saves the selected results as a new table. */
export function SaveDialog({ results, onClose }: { results: SearchResults; onClose: () => void }) {
  const { query, location } = results.input
  const suggested = suggestTableName(query, location)
  const save = useSaveResults()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: suggested } })
  const { errors, isDirty, isSubmitting } = form.formState
  const savedId = save.data?.id
  const isSaved = savedId !== undefined
  useOpenTable(savedId)

  async function onSubmit({ name }: { name: string }) {
    if (isSaved) return
    try {
      await save.mutateAsync({ name, results })
    } catch (error) {
      form.setError('name', { message: errorText(error, searchMessages.saveFailed) }, { shouldFocus: true })
    }
  }

  const count = results.selected.size
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save Search Results"
      description={`${count} ${count === 1 ? 'business goes' : 'businesses go'} into a new table.`}
      size="sm"
      dirty={!isSaved && isDirty}
      locked={isSubmitting || isSaved}
      onSubmit={form.handleSubmit(onSubmit)}
      footer={
        <>
          <Button onClick={onClose} disabled={isSaved}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={(isSubmitting || isSaved) && 'Saving…'}>
            Save
          </Button>
        </>
      }
    >
      {isSaved && (
        <Banner kind="success" announce className="mb-4">
          {searchMessages.saved}
        </Banner>
      )}
      <Field label="Table name" error={errors.name?.message}>
        <TextInput maxLength={200} {...form.register('name')} />
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
