import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import { Pencil, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { findDraft } from '../text-form.ts'
import { PlaceholderText } from './placeholders.tsx'
import { draftOf, useGenerate, useRegenerate, useTemplate } from './template.queries.ts'
import { TemplateChecks } from './template-preview.tsx'

/** The text that every email of the campaign is rendered from. */
export function TemplatePanel({ campaign }: { campaign: Campaign }) {
  const template = useTemplate(campaign.id)
  const generate = useGenerate(campaign.id)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const isArchived = campaign.status === 'archived'
  const hasText = Boolean(template.data?.body)
  const edit = () => void navigate(paths.template(campaign.id))
  const write = () => generate.mutate(campaign.signature_id)

  return (
    <Card
      title="Email template"
      mark={findDraft(draftOf(campaign.id)) && <Badge colour="yellow">Not saved</Badge>}
      actions={
        !isArchived &&
        template.data && (
          <>
            {hasText && (
              <Button
                size="sm"
                icon={<Sparkles aria-hidden="true" />}
                busy={generate.isPending && 'Writing…'}
                onClick={() => setAsking(true)}
              >
                Generate again
              </Button>
            )}
            {hasText && (
              <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={edit}>
                Edit template
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {template.isPending && <SkeletonText lines={8} />}
        {template.isError && (
          <ErrorState
            level={3}
            message={errorText(template.error, campaignFallbacks.fetchData)}
            onRetry={() => void template.refetch()}
            isRetrying={template.isFetching}
          />
        )}
        {!isArchived && <WritingState campaign={campaign} hasTemplate={hasText} />}
        {generate.partial && <BeingWritten text={generate.partial} />}
        {template.data && hasText && !generate.partial && (
          <article className="flex max-w-[72ch] flex-col gap-3">
            <p className="border-b border-line pb-3">
              <span className="text-sm text-ink-muted">Subject: </span>
              <strong className="font-semibold">
                <PlaceholderText>{template.data.subject}</PlaceholderText>
              </strong>
            </p>
            <PlaceholderText>{template.data.body}</PlaceholderText>
            {template.data.note && <p className="text-sm text-ink-muted">{template.data.note}</p>}
            {!isArchived && (
              <div className="border-t border-line pt-3 empty:hidden">
                <TemplateChecks campaignId={campaign.id} text={template.data} />
              </div>
            )}
          </article>
        )}
        {template.data && !hasText && !generate.partial && (
          <EmptyState
            level={3}
            illustration="letter"
            title="No email yet"
            action={
              !isArchived && (
                <>
                  <Button
                    variant="primary"
                    icon={<Sparkles aria-hidden="true" />}
                    busy={generate.isPending && 'Writing…'}
                    onClick={write}
                  >
                    Generate emails
                  </Button>
                  <Button variant="ghost" onClick={edit}>
                    Write it myself
                  </Button>
                </>
              )
            }
          >
            We write the text from your marketing copy and fill it in for each prospect. You can change every
            word.
          </EmptyState>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Generate again?"
        message="A new text from your marketing copy replaces this one, which stays among its versions. It counts as one email generation. Emails edited by hand stay."
        confirmLabel="Generate again"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          write()
        }}
      />
    </Card>
  )
}

/** The text while it streams in. Screen readers get only the finished one. */
const BeingWritten = ({ text }: { text: string }) => (
  <article aria-label="The email being written" aria-busy="true" className="max-w-[72ch]">
    <PlaceholderText>{text}</PlaceholderText>
    <span aria-hidden="true" className="animate-pulse text-accent-ink motion-reduce:animate-none">
      {' ▍'}
    </span>
  </article>
)

/** Says if prospects lack an email from the current template, with a button to render them. */
function WritingState({ campaign, hasTemplate }: { campaign: Campaign; hasTemplate: boolean }) {
  const regenerate = useRegenerate(campaign.id)
  const { rendering, waiting } = campaign
  if (rendering)
    return <ProgressBar label="Writing the emails" value={rendering.done} max={rendering.total} />
  if (!hasTemplate || waiting === 0) return null
  return (
    <Banner
      kind="warning"
      action={
        <Button
          variant="primary"
          size="sm"
          busy={regenerate.isPending && 'Writing…'}
          onClick={() => regenerate.mutate()}
        >
          Write them now
        </Button>
      }
    >
      {countOf(waiting, 'prospect has', 'prospects have')} no email from this template yet.
    </Banner>
  )
}
