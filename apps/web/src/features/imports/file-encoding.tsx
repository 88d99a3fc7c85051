import { type ImportJob, importEncodings, importMessages } from '@goldpan/contract/imports'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Select } from '../../ui/select.tsx'
import { useReread } from './imports.queries.ts'

const usual = Object.entries(importEncodings).map(([value, languages]) => ({
  value,
  label: `${value} (${languages})`,
}))

/** The encoding of the file. Another choice reads the file again at once. */
export function FileEncoding({ job, onReread }: { job: ImportJob; onReread: (job: ImportJob) => void }) {
  const reread = useReread(job.id)
  const { encoding, encoding_examples: examples } = job
  const options = encoding in importEncodings ? usual : [{ value: encoding, label: encoding }, ...usual]
  return (
    <div className="flex flex-col gap-3">
      {job.encoding_uncertain && (
        <Banner kind="warning">
          The encoding of this file is a guess. If the examples below look wrong, choose another one.
        </Banner>
      )}
      <Field
        label="Encoding"
        help={examples.length > 0 && `Read as: ${examples.map(isolated).join(', ')}`}
        error={reread.isError ? errorText(reread.error, importMessages.uploadFailed) : undefined}
        className="sm:w-[calc(50%-0.5rem)]"
      >
        <Select
          options={options}
          value={reread.isPending ? reread.variables : encoding}
          aria-disabled={reread.isPending}
          onChange={({ target }) => {
            if (!reread.isPending) reread.mutate(target.value, { onSuccess: onReread })
          }}
        />
      </Field>
      {reread.isPending && (
        <p role="status" className="text-sm text-ink-muted">
          Reading the file again…
        </p>
      )}
    </div>
  )
}
