import { type ReturnAddress, returnAddressId } from '@goldpan/contract/signatures'
import { CircleCheck } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton, SkeletonFields, SkeletonText } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { addressFailure } from './failures.ts'
import {
  useAvailability,
  useIncomingStorage,
  useReturnAddress,
  useUpdateReturnAddress,
} from './signatures.queries.ts'

/** Where replies to campaigns go. */
export function ReturnAddressCard() {
  const address = useReturnAddress()
  return (
    <Card
      title="Return address"
      description="Replies to your campaigns go to this address. We mark who answered and pass the reply on to you."
    >
      {address.isPending && (
        <div role="status" aria-label="Loading the return address" className="flex flex-col gap-4">
          <SkeletonFields count={1} hasButton={false} />
          <SkeletonText lines={2} />
          <Skeleton width="10rem" height="var(--control)" />
        </div>
      )}
      {address.isError && (
        <ErrorState
          level={3}
          message={errorText(address.error, 'Failed to fetch the return address')}
          onRetry={() => void address.refetch()}
          isRetrying={address.isFetching}
        />
      )}
      {address.data && <ReturnAddressForm saved={address.data} />}
      <IncomingMail />
    </Card>
  )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

/** What is kept of incoming mail, and for how long. */
function IncomingMail() {
  const storage = useIncomingStorage()
  if (!storage.data) return null
  const { used_bytes, limit_bytes, keep_days } = storage.data
  return (
    <p className="mt-4 border-t border-line pt-4 text-sm text-ink-muted">
      Incoming mail: {inMegabytes(used_bytes)} of {inMegabytes(limit_bytes)} used. Original messages and their
      files are kept for {keep_days === 365 ? 'one year' : `${keep_days.toLocaleString('en')} days`}; when
      there is no room, the oldest go first. The text of replies stays with the campaign.
    </p>
  )
}

const findFault = (emailId: string) => returnAddressId.safeParse(emailId).error?.issues[0]?.message

function ReturnAddressForm({ saved }: { saved: ReturnAddress }) {
  const [emailId, setEmailId] = useState(saved.emailId)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const update = useUpdateReturnAddress()
  const availability = useAvailability(useDebounced(emailId, 400), saved.emailId)
  const isChanged = emailId !== saved.emailId
  const taken = isChanged && availability.data?.is_available === false ? availability.data.reason : null

  const check = (): boolean => {
    const fault = findFault(emailId)
    setError(fault)
    if (fault) field.current?.focus()
    return !fault
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!check()) return
    try {
      const { emailId: kept } = await update.mutateAsync(emailId)
      setEmailId(kept)
      toast.success('Return address saved')
    } catch (failure) {
      setError(addressFailure(failure))
      field.current?.focus()
    }
  }

  return (
    <form noValidate onSubmit={save} className="flex max-w-[44rem] flex-col gap-4">
      <Field
        label="Email ID"
        error={error ?? taken ?? undefined}
        help="Letters, numbers, dots and hyphens. An earlier address stays yours: replies to it still arrive."
      >
        <TextInput
          ref={field}
          value={emailId}
          onChange={(event) => {
            setEmailId(event.target.value.toLowerCase())
            setError(undefined)
          }}
          onBlur={() => isChanged && setError(findFault(emailId) ?? error)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          suffix={`@${saved.reply_domain}`}
        />
      </Field>
      <p className="text-sm text-ink-muted">
        Full address:{' '}
        <strong className="inline-block max-w-full font-medium break-words text-ink">
          {emailId || '…'}@{saved.reply_domain}
        </strong>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={update.isPending && 'Saving…'}>
          Save return address
        </Button>
        <span role="status" className="text-sm text-success-ink">
          {isChanged && !error && availability.data?.is_available && (
            <span className="inline-flex items-center gap-1.5">
              <CircleCheck className="size-4" aria-hidden="true" /> This email ID is free
            </span>
          )}
        </span>
      </div>
    </form>
  )
}
