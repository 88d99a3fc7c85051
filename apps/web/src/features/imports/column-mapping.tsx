import {
  type ImportJob,
  type ImportMapping,
  importFields,
  importMessages,
  requiredFields,
} from '@goldpan/contract/imports'
import { type SubmitEvent, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import type { ImportRequest } from '../../lib/import-request.ts'
import { useTableNames } from '../../lib/table-names.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Select } from '../../ui/select.tsx'
import { useCheck } from './imports.queries.ts'

interface ColumnMappingProps {
  job: ImportJob
  request: ImportRequest
  onChecked: () => void
  onOtherFile: () => void
}

/** Which column holds what; what the headings say is proposed. */
export function ColumnMapping({ job, request, onChecked, onOtherFile }: ColumnMappingProps) {
  const check = useCheck(job.id)
  const tables = useTableNames()
  const [mapping, setMapping] = useState<ImportMapping>(job.mapping)
  const [tableId, setTableId] = useState(request.table?.id ?? job.business_table_id ?? '')
  const [isAsked, setAsked] = useState(false)
  const missing = requiredFields[job.kind].filter((field) => mapping[field] === undefined)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setAsked(true)
    if (missing.length > 0 || check.isPending) return
    check.mutate({ mapping, business_table_id: tableId || null }, { onSuccess: onChecked })
  }

  function choose(field: string, column: string) {
    const { [field]: _before, ...others } = mapping
    setMapping(column === '' ? others : { ...others, [field]: Number(column) })
  }

  const options = job.columns.map((heading, column) => ({
    value: String(column),
    label: labelOf(heading, column, job.sample),
  }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {check.isError && (
        <Banner kind="error" announce>
          {errorText(check.error, importMessages.checkFailed)}
        </Banner>
      )}
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-3 font-medium">Which column holds what?</legend>
        {Object.entries(importFields[job.kind]).map(([field, label]) => {
          const isRequired = requiredFields[job.kind].includes(field)
          return (
            <Field
              key={field}
              label={label}
              required={isRequired}
              optional={!isRequired}
              error={
                isAsked && missing.includes(field)
                  ? `Please choose the column with the ${label.toLowerCase()}`
                  : undefined
              }
            >
              <Select
                placeholder="Not in the file"
                options={options}
                value={mapping[field] === undefined ? '' : String(mapping[field])}
                onChange={(event) => choose(field, event.target.value)}
              />
            </Field>
          )
        })}
      </fieldset>
      {job.kind === 'prospects' && (
        <Field label="Put them into a business table" optional className="sm:w-[calc(50%-0.5rem)]">
          <Select
            placeholder="None"
            options={tables.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={tableId}
            onChange={(event) => setTableId(event.target.value)}
          />
        </Field>
      )}
      <DialogFooter inContent>
        <Button onClick={onOtherFile}>Another file</Button>
        <Button type="submit" variant="primary" busy={check.isPending && 'Checking…'}>
          {`Check ${countOf(job.progress.total, 'row')}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** 'Ort (Vaduz, Schaan)': the heading with what stands below it. */
function labelOf(heading: string, column: number, sample: string[][]): string {
  const seen = [...new Set(sample.map((cells) => cells[column]?.trim()).filter(Boolean))].slice(0, 2)
  const name = heading || `Column ${column + 1}`
  return seen.length > 0 ? `${isolated(name)} (${seen.join(', ').slice(0, 40)})` : name
}
