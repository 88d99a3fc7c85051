import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import {
  type Template,
  type TemplateVersion,
  templateForm,
  writingFallbacks,
} from '@goldpan/contract/writing'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { isUnderDialog } from '../../../lib/single-keys.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton, SkeletonCard } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { CampaignNotFound } from '../campaign-not-found.tsx'
import { useCampaign } from '../campaigns.queries.ts'
import { ChangedElsewhere } from '../changed-elsewhere.tsx'
import { usePerson } from '../recipients/person-stepper.tsx'
import { TestEmailButton } from '../test-email-button.tsx'
import { type EmailText, useTextForm } from '../text-form.ts'
import { PlaceholderText } from './placeholders.tsx'
import {
  draftOf,
  fetchTemplate,
  useFollowTemplate,
  usePreview,
  useSaveTemplate,
  useTemplate,
} from './template.queries.ts'
import { TemplateFields } from './template-fields.tsx'
import { CheckList, PersonPreview } from './template-preview.tsx'
import { TemplateVersions } from './template-versions.tsx'

/** Debounce while typing. */
const PREVIEW_AFTER_MS = 300

const templateText = templateForm.pick({ subject: true, body: true })

/** /campaigns/:campaignId/template */
export function TemplatePage() {
  const { campaignId: id = '' } = useParams()
  const campaign = useCampaign(id)
  const template = useTemplate(id)
  // A fetch that fails later leaves the editor open.
  const failed = [campaign, template].find(({ isError, data }) => isError && !data)
  if (failed && isApiError(failed.error) && failed.error.status === 404)
    return (
      <Page>
        <CampaignNotFound />
      </Page>
    )
  if (failed)
    return (
      <Frame id={id} name={campaign.data?.name}>
        <ErrorState
          message={errorText(failed.error, campaignFallbacks.fetchData)}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Frame>
    )
  if (!campaign.data || !template.data)
    return (
      <Frame id={id} name={campaign.data?.name}>
        <TemplateSkeleton />
      </Frame>
    )
  if (campaign.data.status === 'archived')
    return (
      <Frame id={id} name={campaign.data.name}>
        <Banner kind="info">This campaign is archived. It can only be deleted.</Banner>
      </Frame>
    )
  return <TemplateEditor key={id} campaign={campaign.data} template={template.data} />
}

interface FrameProps {
  id: string
  name: string | undefined
  mark?: ReactNode
  secondary?: ReactNode
  action?: ReactNode
  children: ReactNode
}

const Frame = ({ id, name, children, ...bar }: FrameProps) => (
  <Page width="full">
    <PageHeader
      title="Edit template"
      back={
        <Link to={paths.campaignTab(id, 'emails')} title={name}>
          <bdi className="cut max-w-[min(20rem,70vw)]">{name ?? 'Campaign'}</bdi>
        </Link>
      }
      {...bar}
    />
    {children}
  </Page>
)

/** Subject and body with placeholders, beside a preview, the checks and former versions. */
function TemplateEditor({ campaign, template }: { campaign: Campaign; template: Template }) {
  const { id } = campaign
  const navigate = useNavigate()
  // Edits the version that was opened, even if a newer one is fetched meanwhile.
  const [opened, setOpened] = useState(template)
  const [other, setOther] = useState<Template | null>(null)
  const editor = useTextForm(draftOf(id), opened, templateText)
  const { isSubmitting } = editor.form.formState
  const person = usePerson(id)
  const preview = usePreview(id, useDebounced(editor.text, PREVIEW_AFTER_MS), person.id)
  const save = useSaveTemplate(id)
  const follow = useFollowTemplate(id)
  const emailsTab = paths.campaignTab(id, 'emails')

  /** Null if it was refused. */
  async function store(text: EmailText, updated_at: string): Promise<Template | null> {
    try {
      const saved = await save.mutateAsync({ ...text, updated_at })
      setOpened(saved)
      void follow()
      return saved
    } catch (error) {
      if (!isApiError(error) || error.code !== 'writing.template_changed') throw error
      setOther(await fetchTemplate(id))
      return null
    }
  }

  const saveOver = (updated_at: string, { isLeaving }: { isLeaving: boolean }) =>
    editor.form.handleSubmit(async (text) => {
      try {
        const typed = editor.form.getValues()
        const saved = await store(text, updated_at)
        if (!saved) return
        editor.adopt(typed, saved)
        toast.success('Template saved')
        if (isLeaving) void navigate(emailsTab)
      } catch (error) {
        if (!showRefusal(editor.form, error)) toast.error(errorText(error, writingFallbacks.updateTemplate))
      }
    })()

  async function restore({ subject, body, saved_at }: TemplateVersion) {
    try {
      if (!(await store({ subject, body }, opened.updated_at))) return
      editor.replace({ subject, body })
      toast.success(`Version of ${formatDateTime(saved_at)} restored`)
    } catch (error) {
      toast.error(errorText(error, writingFallbacks.updateTemplate))
    }
  }

  useKeys({
    onSave: () => void (isSubmitting || saveOver(opened.updated_at, { isLeaving: false })),
    onEscape: () => void (editor.isDirty || navigate(emailsTab)),
  })

  return (
    // The specification lists the editor among the dialogs of a campaign.
    <div role="dialog" aria-label="Edit template" className="contents">
      <Frame
        id={id}
        name={campaign.name}
        mark={editor.isDirty && <Badge colour="yellow">Not saved</Badge>}
        secondary={
          editor.isDirty && (
            <Button
              variant="ghost"
              onClick={() => editor.replace({ subject: opened.subject, body: opened.body })}
            >
              Discard changes
            </Button>
          )
        }
        action={
          <div className="page-action">
            <Button
              variant="primary"
              title="Ctrl S saves and stays here"
              busy={isSubmitting && 'Saving…'}
              onClick={() => void saveOver(opened.updated_at, { isLeaving: true })}
            >
              Save template
            </Button>
          </div>
        }
      >
        {editor.isRestored && <Banner kind="info">Your unsaved text is back.</Banner>}
        {other && (
          <OtherTemplate
            other={other}
            onTake={() => {
              editor.replace({ subject: other.subject, body: other.body })
              setOpened(other)
              setOther(null)
            }}
            onOverwrite={() => {
              setOther(null)
              void saveOver(other.updated_at, { isLeaving: true })
            }}
          />
        )}
        <div className="grid items-start gap-x-5 gap-y-4 lg:grid-cols-[minmax(0,1fr)_26rem] xl:grid-cols-[minmax(0,13fr)_minmax(0,11fr)_minmax(22rem,8fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <TemplateFields {...editor} errors={editor.form.formState.errors} />
            <Card title="Checks">
              {preview.data ? (
                <CheckList campaignId={id} text={editor.text} findings={preview.data.findings} />
              ) : (
                <p className="text-sm text-ink-muted">{preview.isError ? 'Not checked.' : 'Checking…'}</p>
              )}
            </Card>
          </div>
          <div className="flex min-w-0 flex-col gap-4 xl:contents">
            <PersonPreview
              person={person}
              preview={preview}
              actions={
                <TestEmailButton
                  campaignId={id}
                  prospectId={preview.data?.recipient.id ?? null}
                  template={editor.text}
                />
              }
            />
            <TemplateVersions campaignId={id} onRestore={restore} />
          </div>
        </div>
      </Frame>
    </div>
  )
}

/** Ctrl S (or ⌘ S) and Escape, unless a dialog over the page takes them. */
function useKeys({ onSave, onEscape }: { onSave: () => void; onEscape: () => void }) {
  const latest = useRef({ onSave, onEscape })
  latest.current = { onSave, onEscape }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isUnderDialog()) return
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        if (!event.repeat) latest.current.onSave()
      }
      if (event.key === 'Escape') latest.current.onEscape()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

interface OtherTemplateProps {
  other: Template
  onTake: () => void
  onOverwrite: () => void
}

/** Another window saved a different text: shows both to choose from. */
const OtherTemplate = ({ other, ...choices }: OtherTemplateProps) => (
  <ChangedElsewhere
    title="This template was changed in another window"
    other={other}
    intro="This was saved there:"
    {...choices}
  >
    <p className="mb-2 font-medium">
      <PlaceholderText>{other.subject}</PlaceholderText>
    </p>
    <PlaceholderText>{other.body}</PlaceholderText>
  </ChangedElsewhere>
)

const TemplateSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the template"
    className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]"
  >
    <div className="flex flex-col gap-4">
      <Skeleton height="2rem" />
      <Skeleton height="24rem" />
    </div>
    <SkeletonCard lines={8} />
  </div>
)
