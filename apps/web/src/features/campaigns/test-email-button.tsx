import { writingFallbacks, writingMessages, writingRoutes } from '@goldpan/contract/writing'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

const TIMEOUT_MS = 30_000

export interface TestEmailButtonProps {
  campaignId: string
  prospectId: string | null
  /** The text in the editor; without it the saved email is sent. */
  template?: { subject: string; body: string }
  size?: ButtonSize
  onSent?: () => void
}

/** Sends the user one recipient's email, marked as a test. */
export function TestEmailButton({ campaignId, prospectId, template, size, onSent }: TestEmailButtonProps) {
  const send = useMutation({
    mutationFn: () =>
      call(
        writingRoutes.sendTest,
        { params: { id: campaignId }, body: { prospect_id: prospectId, template } },
        { timeoutMs: TIMEOUT_MS },
      ),
    onSuccess: ({ message }) => {
      toast.success(message)
      onSent?.()
    },
    onError: (error) =>
      toast.error(
        isApiError(error) && error.status === 429
          ? writingMessages.tooManyTests
          : errorText(error, writingFallbacks.sendTest),
      ),
  })
  return (
    <Button
      size={size}
      icon={<Send aria-hidden="true" />}
      busy={send.isPending && 'Sending…'}
      onClick={() => send.mutate()}
    >
      Send a test to myself
    </Button>
  )
}
