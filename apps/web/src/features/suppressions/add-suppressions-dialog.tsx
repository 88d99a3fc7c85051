import {
  SUPPRESSIONS_TEXT_MAX,
  type SuppressionsAdded,
  suppressionFallbacks,
  suppressionMessages,
} from '@goldpan/contract/suppressions'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useAddSuppressions } from './suppressions.queries.ts'

/** Takes addresses and domains, typed or out of a CSV file. */
export function AddSuppressionsDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [result, setResult] = useState<SuppressionsAdded>()
  const add = useAddSuppressions()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const content = file ? `${await file.text()}` : text
    if (!content.trim()) return setError(suppressionMessages.empty)
    try {
      const answer = await add.mutateAsync({ text: content, ...(file ? { file_name: file.name } : {}) })
      if (answer.invalid_count > 0) return setResult(answer)
      toast.success(answer.message)
      onClose()
    } catch (failure) {
      setError(errorText(failure, suppressionFallbacks.add))
    }
  }

  if (result) return <AddedWithQuestions result={result} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to the do-not-contact list"
      description="Addresses stop one person, domains everybody there."
      dirty={text.trim() !== '' || file !== null}
      locked={add.isPending}
      onSubmit={submit}
      footer={<DialogActions busy={add.isPending && 'Adding…'}>Add to the list</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Addresses and domains"
          help="One a line, or separated by commas: ann@shop.example, shop.example"
          error={error}
        >
          <TextArea
            rows={6}
            value={text}
            disabled={file !== null}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <FileDrop
          label="Or a CSV file"
          optional
          accept=".csv,text/csv,text/plain,.txt"
          maxBytes={SUPPRESSIONS_TEXT_MAX}
          help="A column named Email or Domain is read; without such a heading, every cell is looked at."
          sizeMessage="The file is larger than 4 MB. Please split it."
          typeMessage="Please choose a CSV or text file"
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setError(undefined)
          }}
        />
      </div>
    </Dialog>
  )
}

function AddedWithQuestions({ result, onClose }: { result: SuppressionsAdded; onClose: () => void }) {
  const more = result.invalid_count - result.invalid.length
  return (
    <Dialog
      open
      onClose={onClose}
      title="Added, but not everything"
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner kind="success" announce>
          {result.message}
        </Banner>
        <p>These lines hold neither an address nor a domain and were left out:</p>
        <ul className="list-disc ps-5 text-sm wrap-anywhere text-ink-muted">
          {result.invalid.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {more > 0 && <li>and {more.toLocaleString()} more</li>}
        </ul>
      </div>
    </Dialog>
  )
}
