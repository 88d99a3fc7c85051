import type { Step, StepEmail } from '@goldpan/contract/follow-ups'
import { handWritten } from '@goldpan/contract/writing'
import { useState } from 'react'
import { z } from 'zod'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSaveStepEmail, useStepEmail, useSteps } from '../follow-ups/follow-ups.queries.ts'
import { useTextForm } from '../text-form.ts'
import { prospectIdOf, type RecipientRow } from './recipients.queries.ts'

interface StepEmailDialogProps {
  campaignId: string
  recipient: RecipientRow
  position: number
  onClose: () => void
}

/** A follow-up as one person gets it, to be edited by hand. */
export function StepEmailDialog({ campaignId, recipient, position, onClose }: StepEmailDialogProps) {
  const steps = useSteps(campaignId)
  const step = steps.data?.steps.find((each) => each.position === position)
  if (step) return <LoadedStep {...{ campaignId, recipient, step, onClose }} />
  return (
    <Frame name={recipient.name} position={position} onClose={onClose}>
      {steps.isPending ? (
        <SkeletonText lines={8} />
      ) : (
        <ErrorState
          level={3}
          message={errorText(steps.error, 'This follow-up no longer exists')}
          onRetry={() => void steps.refetch()}
          isRetrying={steps.isFetching}
        />
      )}
    </Frame>
  )
}

type LoadedStepProps = Omit<StepEmailDialogProps, 'position'> & { step: Step }

function LoadedStep(props: LoadedStepProps) {
  const { campaignId, recipient, step, onClose } = props
  const email = useStepEmail(campaignId, prospectIdOf(recipient), step.id)
  // Open the shared text again after an undo.
  if (email.data) return <Editor key={`${email.data.is_edited}`} {...props} email={email.data} />
  return (
    <Frame name={recipient.name} position={step.position} onClose={onClose}>
      {email.isPending ? (
        <SkeletonText lines={8} />
      ) : (
        <ErrorState
          level={3}
          message={errorText(email.error, 'This follow-up could not be loaded')}
          onRetry={() => void email.refetch()}
          isRetrying={email.isFetching}
        />
      )}
    </Frame>
  )
}

interface FrameProps {
  name: string
  position: number
  onClose: () => void
  children: React.ReactNode
}

const titleOf = (position: number, name: string): string => `Follow-up ${position} to ${isolated(name)}`

const Frame = ({ name, position, ...rest }: FrameProps) => (
  <Dialog open size="lg" title={titleOf(position, name)} {...rest} />
)

/** In the same thread, the subject is the thread's. */
const bodyOnly = handWritten.extend({ subject: z.string() })

function Editor({ campaignId, recipient, step, email, onClose }: LoadedStepProps & { email: StepEmail }) {
  // Edits the version that was opened, even if the page behind fetches a newer one.
  const [opened] = useState({ subject: email.subject, body: email.body })
  const hasSubject = step.thread === 'new'
  const name = `follow-up.${recipient.id}.${step.id}`
  const editor = useTextForm(name, opened, hasSubject ? handWritten : bodyOnly)
  const save = useSaveStepEmail(campaignId, prospectIdOf(recipient), step.id)
  const { errors, isSubmitting } = editor.form.formState
  const close = () => {
    editor.dropDraft()
    onClose()
  }

  const onSubmit = editor.form.handleSubmit(async ({ subject, body }) => {
    try {
      await save.mutateAsync({ subject: hasSubject ? subject : null, body })
      toast.success('Follow-up saved for this person')
      close()
    } catch (error) {
      if (!showRefusal(editor.form, error)) toast.error(errorText(error, 'The follow-up could not be saved'))
    }
  })

  const undo = () =>
    save.mutate(null, {
      onSuccess: () => {
        editor.dropDraft()
        toast.success('The shared text is used again')
      },
      onError: (error) => toast.error(errorText(error, 'The follow-up could not be saved')),
    })

  return (
    <Dialog
      open
      size="lg"
      title={titleOf(step.position, recipient.name)}
      description="Changes here are for this person only."
      onClose={close}
      dirty={editor.isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={
        <>
          {email.is_edited && (
            <Button className="me-auto" busy={save.isPending && !isSubmitting && 'Undoing…'} onClick={undo}>
              Use the shared text again
            </Button>
          )}
          <DialogActions busy={isSubmitting && 'Saving…'}>Save Follow-up</DialogActions>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {editor.isRestored && <Banner kind="info">Your unsaved text is back.</Banner>}
        {email.is_edited && (
          <div>
            <Badge colour="indigo">Edited by hand</Badge>
          </div>
        )}
        {hasSubject ? (
          <Field label="Subject" error={errors.subject?.message}>
            <TextInput {...editor.register('subject')} />
          </Field>
        ) : (
          <p className="break-words">
            <span className="text-sm text-ink-muted">Subject: </span>
            <strong className="font-semibold">{email.subject || '–'}</strong>
          </p>
        )}
        <Field label="Message" error={errors.body?.message} help="A blank line begins a new paragraph.">
          <TextArea rows={11} {...editor.register('body')} />
        </Field>
      </div>
    </Dialog>
  )
}
