import { type Prospect, prospectStatus, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { suppressionFallbacks } from '@goldpan/contract/suppressions'
import { Ban, ChevronDown, ChevronUp, CircleHelp, MessagesSquare, PenLine, Reply, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { toast } from '../../ui/toast.ts'
import { AddToCampaignDialog } from './add-to-campaign-dialog.tsx'
import { AddressCheck, FoundOn, NoAdvertising, PhoneNumber } from './prospect-cells.tsx'
import { ProspectTimeline } from './prospect-timeline.tsx'
import {
  useActivity,
  useLastAnswer,
  useLiftSuppression,
  useSuppressionOf,
  useSuppressProspects,
} from './prospects.queries.ts'
import { ProvenanceDialog } from './provenance-dialog.tsx'
import { useStatusChange } from './status-change.ts'

interface ProspectPanelProps {
  /** The panel is closed while this is null. */
  prospect: Prospect | null
  /** '3 of 33' */
  place: string
  /** Opens the previous or next prospect of the list; null at either end. */
  walk: { up: (() => void) | null; down: (() => void) | null }
  onClose: () => void
}

/** One prospect beside the list: what can be done, details, answer, source and history. Arrow keys walk. */
export function ProspectPanel({ prospect, place, walk, onClose }: ProspectPanelProps) {
  useArrowKeys(walk)
  const about = prospect && [prospect.title, prospect.business?.name].filter(Boolean).join(', ')
  return (
    <SidePanel
      open={prospect !== null}
      beside
      onClose={onClose}
      title={prospect ? titleOf(prospect) : ''}
      description={about || undefined}
    >
      {prospect && (
        <>
          <Steps place={place} walk={walk} />
          {/* Another prospect starts at its top, with its own dialogs. */}
          <Content key={prospect.id} prospect={prospect} />
        </>
      )}
    </SidePanel>
  )
}

export const titleOf = ({ first_name, last_name, email }: Prospect): string =>
  personName({ first_name, last_name }) || email

function Steps({ place, walk }: Pick<ProspectPanelProps, 'place' | 'walk'>) {
  return (
    <div className="-mt-1 mb-2 flex items-center">
      <span className="me-auto text-sm whitespace-nowrap text-ink-muted tabular-nums">{place}</span>
      <IconButton
        label="Previous prospect"
        icon={<ChevronUp aria-hidden="true" />}
        disabled={!walk.up}
        onClick={() => walk.up?.()}
      />
      <IconButton
        label="Next prospect"
        icon={<ChevronDown aria-hidden="true" />}
        disabled={!walk.down}
        onClick={() => walk.down?.()}
      />
    </div>
  )
}

/** Not while a field, a menu or a dialog above uses the keys itself. */
const USES_KEYS = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="alertdialog"], form'

function useArrowKeys(walk: ProspectPanelProps['walk']) {
  const current = useRef(walk)
  current.current = walk
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(USES_KEYS)) return
      const { up, down } = current.current
      const step = event.key === 'ArrowUp' ? up : event.key === 'ArrowDown' ? down : null
      if (!step) return
      event.preventDefault()
      step()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function Content({ prospect }: { prospect: Prospect }) {
  const activity = useActivity(prospect.id)
  const kinds = new Set(activity.data?.map(({ kind }) => kind))
  const hasAnswered = kinds.has('replied')
  return (
    <div className="flex flex-col gap-4">
      <Actions
        prospect={prospect}
        hasAnswered={hasAnswered}
        hasConversation={hasAnswered || written.some((kind) => kinds.has(kind))}
      />
      <Details prospect={prospect} />
      {hasAnswered && <Answer prospectId={prospect.id} />}
      <Source prospect={prospect} />
      <Section title="Activity">
        <ProspectTimeline prospectId={prospect.id} />
      </Section>
    </div>
  )
}

/** After one of these there is a conversation to open. */
const written = ['sent', 'unconfirmed', 'auto_replied'] as const

interface ActionsProps {
  prospect: Prospect
  hasAnswered: boolean
  hasConversation: boolean
}

function Actions({ prospect, hasAnswered, hasConversation }: ActionsProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      {hasConversation && (
        <Link
          to={paths.conversation(prospect.id)}
          className={buttonClass(hasAnswered ? 'primary' : 'secondary', 'sm')}
        >
          {hasAnswered ? <Reply aria-hidden="true" /> : <MessagesSquare aria-hidden="true" />}
          {hasAnswered ? 'Answer' : 'Open the conversation'}
        </Link>
      )}
      {!hasConversation && (
        <Link to={paths.newCampaignTo(prospect.id)} className={buttonClass('primary', 'sm')}>
          <PenLine aria-hidden="true" />
          Write
        </Link>
      )}
      <Button size="sm" icon={<Send aria-hidden="true" />} onClick={() => setAdding(true)}>
        Add to campaign
      </Button>
      <DoNotContact prospect={prospect} />
      {isAdding && (
        <AddToCampaignDialog selection={{ ids: [prospect.id] }} count={1} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

function DoNotContact({ prospect }: { prospect: Prospect }) {
  const entry = useSuppressionOf(prospect.email)
  const suppress = useSuppressProspects()
  const lift = useLiftSuppression()
  const fail = (fallback: string) => (error: unknown) => toast.error(errorText(error, fallback))
  if (entry.data)
    return (
      <span className="inline-flex items-center gap-2">
        <Badge colour="red">Do not contact</Badge>
        {entry.data.can_remove && (
          <Button
            size="sm"
            busy={lift.isPending && 'Removing…'}
            onClick={() => lift.mutate(entry.data!.id, { onError: fail(suppressionFallbacks.remove) })}
          >
            Allow contact
          </Button>
        )}
      </span>
    )
  return (
    <Button
      size="sm"
      icon={<Ban aria-hidden="true" />}
      busy={suppress.isPending && 'Adding…'}
      onClick={() =>
        suppress.mutate(
          { ids: [prospect.id] },
          {
            onSuccess: () => toast.success(`No campaign will write to ${prospect.email}`),
            onError: fail(suppressionFallbacks.add),
          },
        )
      }
    >
      Do not contact
    </Button>
  )
}

function Details({ prospect }: { prospect: Prospect }) {
  const { change } = useStatusChange()
  const { business_table: table } = prospect
  return (
    <DataList
      isNarrow
      items={[
        {
          label: 'Status',
          value: (
            <Menu
              label="Change status"
              align="start"
              items={prospectStatus.options.map((status) => ({
                id: status,
                label: statusLabel(status),
                onSelect: () => void change({ ids: [prospect.id] }, status),
              }))}
              trigger={
                <button
                  type="button"
                  aria-label={`Status: ${statusLabel(prospect.status)}. Change it`}
                  className="-ms-1 -mt-1 inline-flex min-h-7 items-center gap-1 rounded-md px-1 hover:bg-hover"
                >
                  <Badge colour={statusColours[prospect.status]}>{statusLabel(prospect.status)}</Badge>
                  <ChevronDown className="size-4 text-ink-muted" aria-hidden="true" />
                </button>
              }
            />
          ),
        },
        {
          label: 'Email',
          value: (
            <span className="flex flex-col items-start gap-1">
              <span className="wrap-anywhere" dir="auto">
                {prospect.email}
              </span>
              <AddressCheck prospect={prospect} />
              <NoAdvertising prospect={prospect} />
            </span>
          ),
        },
        { label: 'Phone', value: prospect.phone && <PhoneNumber number={prospect.phone} /> },
        {
          label: 'Table',
          value: table && (
            <Link to={paths.table(table.id)} className="hyperlink" dir="auto">
              {table.name}
            </Link>
          ),
        },
        {
          label: 'Notes',
          value: prospect.notes && (
            <span className="whitespace-pre-wrap" dir="auto">
              {prospect.notes}
            </span>
          ),
        },
      ]}
    />
  )
}

/** The newest answer; the conversation has the others. */
function Answer({ prospectId }: { prospectId: string }) {
  const { data: answer } = useLastAnswer(prospectId, true)
  if (!answer) return null
  return (
    <Section title="Last answer">
      <blockquote className="rounded-md bg-sunken px-3 py-2">
        <p className="line-clamp-6 text-sm whitespace-pre-wrap" dir="auto">
          {answer.text}
        </p>
        <footer className="mt-1 text-xs text-ink-muted">
          <time dateTime={answer.at}>{formatDateTime(answer.at)}</time>
        </footer>
      </blockquote>
    </Section>
  )
}

function Source({ prospect }: { prospect: Prospect }) {
  const [isAsked, setAsked] = useState(false)
  const { source_snippet } = prospect
  return (
    <Section title="Where this address comes from">
      {source_snippet && (
        <blockquote className="rounded-md bg-sunken px-3 py-2 text-sm break-words text-ink-muted" dir="auto">
          “{source_snippet}”
        </blockquote>
      )}
      <p className="text-sm first-letter:uppercase">
        <FoundOn prospect={prospect} />
      </p>
      <Button
        size="sm"
        className="self-start"
        icon={<CircleHelp aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        Where did you get my address?
      </Button>
      {isAsked && <ProvenanceDialog prospect={prospect} onClose={() => setAsked(false)} />}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold text-ink-muted">{title}</h3>
      {children}
    </section>
  )
}
