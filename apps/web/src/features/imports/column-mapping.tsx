import {
  type ImportJob,
  type ImportKind,
  importFields,
  importMessages,
  requiredFields,
} from '@goldpan/contract/imports'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import type { ImportRequest } from '../../lib/import-request.ts'
import { useTableNames } from '../../lib/table-cache.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Select } from '../../ui/select.tsx'
import { FileEncoding } from './file-encoding.tsx'
import { useCheck } from './imports.queries.ts'

interface ColumnMappingProps {
  job: ImportJob
  request: ImportRequest
  onChecked: () => void
  onOtherFile: () => void
}

/** The columns as chosen: a field without a column has an empty text. */
const schemaOf = (kind: ImportKind) =>
  z.object({ columns: z.record(z.string(), z.string()), tableId: z.string() }).superRefine((form, issues) => {
    for (const field of requiredFields[kind].filter((field) => !form.columns[field]))
      issues.addIssue({
        code: 'custom',
        path: ['columns', field],
        message: `Please choose the column with the ${labelsOf(kind)[field]?.toLowerCase()}`,
      })
  })

const labelsOf = (kind: ImportKind): Record<string, string> => importFields[kind]

/** Asks which column holds what, and proposes what the headings say. */
export function ColumnMapping({ job, request, onChecked, onOtherFile }: ColumnMappingProps) {
  const check = useCheck(job.id)
  const tables = useTableNames()
  const labels = Object.entries(labelsOf(job.kind))
  const suggested = ({ mapping, business_table_id }: ImportJob) => ({
    columns: Object.fromEntries(labels.map(([field]) => [field, String(mapping[field] ?? '')])),
    tableId: request.table?.id ?? business_table_id ?? '',
  })
  const form = useForm({ resolver: zodResolver(schemaOf(job.kind)), defaultValues: suggested(job) })
  const { errors, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async ({ columns, tableId }) => {
    const chosen = Object.entries(columns).filter(([, column]) => column !== '')
    const mapping = Object.fromEntries(chosen.map(([field, column]) => [field, Number(column)]))
    try {
      await check.mutateAsync({ mapping, business_table_id: tableId || null })
      onChecked()
    } catch (error) {
      form.setError('root', { message: errorText(error, importMessages.checkFailed) })
    }
  })

  const options = job.columns.map((heading, column) => ({
    value: String(column),
    label: labelOf(heading, column, job.sample),
  }))
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {errors.root && (
        <Banner kind="error" announce>
          {errors.root.message}
        </Banner>
      )}
      <FileEncoding job={job} onReread={(read) => form.reset(suggested(read), { keepDirtyValues: true })} />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-medium">Match the columns</legend>
        {labels.map(([field, label]) => {
          const isRequired = requiredFields[job.kind].includes(field)
          return (
            <Field
              key={field}
              label={label}
              required={isRequired}
              optional={!isRequired}
              error={errors.columns?.[field]?.message}
            >
              <Select
                placeholder="Not in the file"
                options={options}
                {...form.register(`columns.${field}`)}
              />
            </Field>
          )
        })}
      </fieldset>
      {job.kind === 'prospects' && (
        <Field label="Add them to a business table" optional className="sm:w-[calc(50%-0.5rem)]">
          <Select
            placeholder="None"
            options={tables.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            {...form.register('tableId')}
          />
        </Field>
      )}
      <DialogFooter inContent>
        <Button onClick={onOtherFile}>Choose another file</Button>
        <Button type="submit" variant="primary" busy={isSubmitting && 'Checking…'}>
          {`Check ${countOf(job.progress.total, 'row')}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** 'Ort (Vaduz, Schaan)': the heading and its first two values. */
function labelOf(heading: string, column: number, sample: string[][]): string {
  const seen = [...new Set(sample.map((cells) => cells[column]?.trim()).filter(Boolean))].slice(0, 2)
  const name = heading || `Column ${column + 1}`
  return seen.length > 0 ? `${isolated(name)} (${seen.join(', ').slice(0, 40)})` : name
}
