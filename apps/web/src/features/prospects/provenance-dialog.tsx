import type { Prospect } from '@goldpan/contract/prospects'
import { provenanceMessages, provenanceRoutes } from '@goldpan/contract/provenance'
import { pathOf } from '@goldpan/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Mail } from 'lucide-react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'

interface ProvenanceDialogProps {
  prospect: Pick<Prospect, 'id' | 'email'>
  onClose: () => void
}

const exportOf = (id: string, format: 'json' | 'text') =>
  `${pathOf(provenanceRoutes.export.path, { id })}?format=${format}`

/** Answers 'Where did you get my address?': a text to copy or send, and the record as a file. */
export function ProvenanceDialog({ prospect, onClose }: ProvenanceDialogProps) {
  const answer = useQuery({
    queryKey: ['prospects', 'provenance', prospect.id],
    queryFn: () => call(provenanceRoutes.get, { params: { id: prospect.id } }),
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Where did you get my address?"
      footer={
        answer.data && (
          <AnswerActions prospect={prospect} subject={answer.data.subject} text={answer.data.text} />
        )
      }
    >
      {answer.isPending ? (
        <SkeletonText lines={8} />
      ) : answer.isError ? (
        <ErrorState
          level={3}
          message={errorText(answer.error, provenanceMessages.loadFailed)}
          onRetry={answer.refetch}
          isRetrying={answer.isFetching}
        />
      ) : (
        <p className="break-words whitespace-pre-wrap" dir="auto">
          {answer.data.text}
        </p>
      )}
    </Dialog>
  )
}

interface AnswerActionsProps {
  prospect: Pick<Prospect, 'id' | 'email'>
  subject: string
  text: string
}

function AnswerActions({ prospect, subject, text }: AnswerActionsProps) {
  const mail = `mailto:${encodeURIComponent(prospect.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return (
    <>
      <a href={exportOf(prospect.id, 'json')} download className={buttonClass('ghost')}>
        <Download aria-hidden="true" />
        Record as JSON
      </a>
      <a href={exportOf(prospect.id, 'text')} download className={buttonClass('ghost')}>
        <Download aria-hidden="true" />
        As text
      </a>
      <a href={mail} className={buttonClass()}>
        <Mail aria-hidden="true" />
        Write mail
      </a>
      <Button variant="primary" icon={<Copy aria-hidden="true" />} onClick={() => copy(text)}>
        Copy answer
      </Button>
    </>
  )
}

function copy(text: string) {
  // Browsers offer the clipboard only on secure pages.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  copied.then(
    () => toast.success(provenanceMessages.copied),
    () => toast.warning(provenanceMessages.copyFailed),
  )
}
