import { campaignAges, DEFAULT_AGE_HOURS } from '@goldpan/contract/campaign-age'
import { type Campaign, campaignFallbacks, campaignForm, offeredStatuses } from '@goldpan/contract/campaigns'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { isApiError } from '../../lib/api-error.ts'
import { countOf } from '../../lib/counts.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { messagesByField, showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { labelOf } from './campaign-badge.tsx'
import { fetchCampaign, useSaveCampaign } from './campaigns.queries.ts'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { LATER, recipientsOf, useWhomOfAddress, WhomField } from './whom-field.tsx'

type Existing = Pick<
  Campaign,
  | 'id'
  | 'name'
  | 'description'
  | 'marketing_copy'
  | 'promotional_content'
  | 'status'
  | 'max_age_hours'
  | 'updated_at'
>

const draftOf = z.object({
  name: z.string(),
  description: z.string(),
  marketing_copy: z.string(),
  promotional_content: z.string(),
  status: z.enum(['draft', 'active', 'paused', 'completed', 'archived']),
  max_age_hours: z.string().default(String(DEFAULT_AGE_HOURS)),
  whom: z.string().default(LATER),
})

/** A select gives its value as text. */
const typedForm = campaignForm.extend({ max_age_hours: z.string().transform(Number), whom: z.string() })

const valuesOf = (campaign: Existing | null): z.infer<typeof draftOf> => ({
  name: campaign?.name ?? '',
  description: campaign?.description ?? '',
  marketing_copy: campaign?.marketing_copy ?? '',
  promotional_content: campaign?.promotional_content ?? '',
  status: campaign?.status ?? 'draft',
  max_age_hours: String(campaign?.max_age_hours ?? DEFAULT_AGE_HOURS),
  whom: LATER,
})

/** The fields under 'More options'. */
const optional = ['description', 'status', 'promotional_content', 'max_age_hours'] as const

/** The fields of a campaign. Typed text survives a reload until it is saved or cancelled. */
export function CampaignForm({
  campaign,
  onSaved,
}: {
  campaign: Existing | null
  onSaved: (id: string) => void
}) {
  const draftName = `campaign.${campaign?.id ?? 'new'}`
  const [kept] = useState(() => readDraft(draftName, (value) => draftOf.safeParse(value).data))
  const asked = useWhomOfAddress()
  const form = useForm({
    resolver: zodResolver(typedForm),
    defaultValues: { ...(kept ?? valuesOf(campaign)), ...(asked && { whom: asked }) },
  })
  const options = useRef<HTMLDetailsElement>(null)
  const { errors, isDirty, isSubmitting } = form.formState
  const messages = messagesByField(errors)
  // Compares with the version that was opened, even if a newer one is fetched meanwhile.
  const [opened, setOpened] = useState(campaign)
  const [other, setOther] = useState<Campaign | null>(null)
  const isSaved = useRef(false)
  const save = useSaveCampaign(opened)
  useLeaveWarning(isDirty && !isSubmitting && !isSaved.current)
  useEffect(() => {
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(draftName, values),
    })
    return stopWatching
  }, [form.subscribe, draftName])

  const submit = (overwrite: boolean) =>
    form.handleSubmit(
      async ({ status, whom, ...fields }) => {
        try {
          // Keeps a status that sending has set meanwhile, unless another one was chosen here.
          const chosen = opened === null || status !== opened.status ? { status } : {}
          const recipients = opened === null ? recipientsOf(whom) : null
          const saved = await save.mutateAsync({ fields: { ...fields, ...chosen }, recipients, overwrite })
          isSaved.current = true
          dropDraft(draftName)
          toast.success(campaign ? 'Campaign updated' : 'Campaign created', {
            description: saved.attached ? attachedText(saved.attached) : undefined,
          })
          onSaved(saved.id)
        } catch (error) {
          if (opened && isApiError(error) && error.code === 'campaigns.changed')
            return setOther(await fetchCampaign(opened.id))
          if (showRefusal(form, error, { 'campaigns.prospects_gone': 'whom' })) return
          toast.error(errorText(error, campaign ? campaignFallbacks.update : campaignFallbacks.create))
        }
      },
      (invalid) => {
        // A field in closed details takes no focus.
        if (options.current && optional.some((name) => invalid[name])) options.current.open = true
      },
    )

  const field = (name: Parameters<typeof form.register>[0]) => ({
    ...form.register(name),
    'aria-invalid': errors[name] ? true : undefined,
  })

  return (
    <form noValidate onSubmit={submit(false)} className="flex flex-col gap-6">
      {kept && <Banner kind="info">Your unsaved text is back.</Banner>}
      {other && (
        <OtherCampaign
          other={other}
          mine={form.getValues()}
          onTake={() => {
            setOpened(other)
            form.reset(valuesOf(other))
            dropDraft(draftName)
            setOther(null)
          }}
          onOverwrite={() => void submit(true)()}
        />
      )}
      <Section title="Campaign Information">
        <Field label="Campaign name" error={messages.name}>
          <TextInput {...field('name')} />
        </Field>
        {campaign === null && (
          <WhomField {...field('whom')} value={form.watch('whom')} error={messages.whom} />
        )}
      </Section>
      <Section title="Email Content">
        <Field
          label="Marketing copy"
          help="What do you offer, to whom, and why now? A few sentences."
          error={messages.marketing_copy}
        >
          <TextArea rows={8} {...field('marketing_copy')} />
        </Field>
        <Disclosure ref={options} isOpen={campaign !== null && hasOptions(campaign)} summary="More options">
          <div className="flex flex-col gap-4 pt-3">
            <Field
              label="Promotional content"
              optional
              help="A limited offer, a discount, an event."
              error={messages.promotional_content}
            >
              <TextArea rows={3} {...field('promotional_content')} />
            </Field>
            <Field label="Description" optional help="Only you can see this." error={messages.description}>
              <TextArea rows={2} {...field('description')} />
            </Field>
            <Field label="Status" error={messages.status} className="max-w-60">
              <Select options={statusOptions(campaign)} {...form.register('status')} />
            </Field>
            <Field label="Stop sending if interrupted for more than" error={messages.max_age_hours}>
              <Select
                className="max-w-60"
                options={ageOptions(campaign)}
                {...form.register('max_age_hours')}
              />
            </Field>
          </div>
        </Disclosure>
      </Section>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Link to={paths.campaigns} onClick={() => dropDraft(draftName)} className={buttonClass()}>
          Cancel
        </Link>
        <Button type="submit" variant="primary" busy={isSubmitting && 'Saving…'}>
          {campaign ? 'Save campaign' : 'Create campaign'}
        </Button>
      </div>
    </form>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-b border-line pb-6">
    <h2 className="text-base font-semibold">{title}</h2>
    {children}
  </section>
)

function attachedText({ added, suppressed }: { added: number; suppressed: number }): string {
  const words = `${countOf(added, 'prospect')} added`
  return suppressed === 0 ? words : `${words}, ${suppressed} left out: on your do-not-contact list`
}

/** True if something under 'More options' was changed. */
const hasOptions = ({ description, promotional_content, status, max_age_hours }: Existing): boolean =>
  Boolean(description || promotional_content) || status !== 'draft' || max_age_hours !== DEFAULT_AGE_HOURS

/** In days, including another value set by the API. */
function ageOptions(campaign: Existing | null) {
  const ages = new Set<number>([...campaignAges, campaign?.max_age_hours ?? DEFAULT_AGE_HOURS])
  return [...ages]
    .toSorted((a, b) => a - b)
    .map((hours) => ({
      value: String(hours),
      label: hours % 24 === 0 ? countOf(hours / 24, 'day') : countOf(hours, 'hour'),
    }))
}

/** Statuses that can be chosen, and the current one if sending has set it. */
function statusOptions(campaign: Existing | null) {
  const offered = offeredStatuses.map((value) => ({ value: value as string, label: labelOf(value) }))
  const present = campaign?.status
  if (present !== 'active' && present !== 'paused') return offered
  return [...offered, { value: present, label: labelOf(present), disabled: true }]
}

const compared = [
  ['name', 'Campaign name'],
  ['description', 'Description'],
  ['marketing_copy', 'Marketing copy'],
  ['promotional_content', 'Promotional content'],
] as const

type Fields = Partial<Record<(typeof compared)[number][0], string | null>>

interface OtherCampaignProps {
  other: Campaign
  mine: Fields
  onTake: () => void
  onOverwrite: () => void
}

/** Somebody saved other fields meanwhile: shows the differences to choose from. */
function OtherCampaign({ other, mine, ...choices }: OtherCampaignProps) {
  const different = compared.filter(([field]) => (other[field] ?? '') !== (mine[field] ?? ''))
  return (
    <ChangedElsewhere
      title="Changed in another window"
      other={other}
      intro={different.length > 0 ? 'This was saved there:' : 'It says the same as yours.'}
      takeLabel="Use those fields"
      {...choices}
    >
      {different.length > 0 && (
        <dl>
          {different.map(([field, label]) => (
            <div key={field} className="mb-2">
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd dir="auto" className="break-words whitespace-pre-wrap">
                {other[field] || '–'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </ChangedElsewhere>
  )
}
