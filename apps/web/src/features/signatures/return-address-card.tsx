import { type ReturnAddress, returnAddressId } from '@goldpan/contract/signatures'
import { zodResolver } from '@hookform/resolvers/zod'
import { CircleCheck } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
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

export function ReturnAddressCard() {
  const address = useReturnAddress()
  return (
    <Card
      title="Return address"
      description="Replies to your campaigns arrive here and are forwarded to you."
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

/** How much incoming mail is stored, and for how long. */
function IncomingMail() {
  const storage = useIncomingStorage()
  if (!storage.data) return null
  const { used_bytes, limit_bytes, keep_days } = storage.data
  return (
    <p className="mt-4 border-t border-line pt-4 text-sm text-ink-muted">
      Incoming mail: {inMegabytes(used_bytes)} of {inMegabytes(limit_bytes)} used. Original messages and
      attachments are kept for {keep_days === 365 ? 'one year' : `${keep_days.toLocaleString('en')} days`}.
      When the space is used up, the oldest are deleted first. The text of replies stays with the campaign.
    </p>
  )
}

const schema = z.object({ emailId: returnAddressId })

function ReturnAddressForm({ saved }: { saved: ReturnAddress }) {
  const update = useUpdateReturnAddress()
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { emailId: saved.emailId },
  })
  const { isSubmitting } = form.formState
  const error = form.formState.errors.emailId?.message
  const emailId = form.watch('emailId')
  const isChanged = emailId !== saved.emailId
  const availability = useAvailability(useDebounced(emailId, 400), saved.emailId)
  const taken = isChanged && availability.data?.is_available === false ? availability.data.reason : null

  const onSubmit = form.handleSubmit(async ({ emailId }) => {
    try {
      const kept = await update.mutateAsync(emailId)
      form.reset({ emailId: kept.emailId })
      toast.success('Return address saved')
    } catch (failure) {
      form.setError('emailId', { message: addressFailure(failure) }, { shouldFocus: true })
    }
  })

  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-[44rem] flex-col gap-4">
      <Field
        label="Email ID"
        error={error ?? taken ?? undefined}
        help="Letters, numbers, dots and hyphens. Replies to your earlier addresses still arrive."
      >
        <Controller
          name="emailId"
          control={form.control}
          render={({ field }) => (
            <TextInput
              {...field}
              onChange={(event) => field.onChange(event.target.value.toLowerCase())}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              suffix={`@${saved.reply_domain}`}
            />
          )}
        />
      </Field>
      <p className="text-sm text-ink-muted">
        Full address:{' '}
        <strong className="inline-block max-w-full font-medium break-words text-ink">
          {emailId || '…'}@{saved.reply_domain}
        </strong>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Save return address
        </Button>
        <span role="status" className="text-sm text-success-ink">
          {isChanged && !error && availability.data?.is_available && (
            <span className="inline-flex items-center gap-1.5">
              <CircleCheck className="size-4" aria-hidden="true" /> This email ID is available
            </span>
          )}
        </span>
      </div>
    </form>
  )
}
