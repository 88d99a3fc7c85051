import { accountRoutes } from '@goldpan/contract/accounts'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks for another confirmation letter. */
export function ResendConfirmation({ email, onAsk }: { email: string; onAsk?: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<string>()

  async function resend() {
    onAsk?.()
    setIsBusy(true)
    try {
      const { message } = await call(accountRoutes.requestConfirmation, { body: { email } })
      setAnswer(message)
    } catch (error) {
      toast.error(errorText(error, 'Failed to send the link'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button busy={isBusy && 'Sending…'} onClick={resend}>
        Send the link again
      </Button>
      <p role="status" className="basis-full text-sm text-ink-muted">
        {answer}
      </p>
    </>
  )
}
