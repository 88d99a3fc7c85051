import { campaignFallbacks } from '@goldpan/contract/campaigns'
import type { TemplateVersion } from '@goldpan/contract/writing'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/dates.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { PlaceholderText } from './placeholders.tsx'
import { useTemplateVersions } from './template.queries.ts'

const SHOWN_AT_FIRST = 5

interface TemplateVersionsProps {
  campaignId: string
  onRestore: (version: TemplateVersion) => void
}

/** The texts that the template had before. Restoring one saves it again. */
export function TemplateVersions({ campaignId, onRestore }: TemplateVersionsProps) {
  const versions = useTemplateVersions(campaignId)
  const [viewed, setViewed] = useState<TemplateVersion | null>(null)
  const [areAllShown, setAllShown] = useState(false)
  const all = versions.data ?? []
  return (
    <Card title="Versions" flush={all.length > 0}>
      {versions.isPending && <SkeletonText lines={3} />}
      {versions.isError && (
        <ErrorState
          level={3}
          message={errorText(versions.error, campaignFallbacks.fetchData)}
          onRetry={() => void versions.refetch()}
          isRetrying={versions.isFetching}
        />
      )}
      {versions.data?.length === 0 && (
        <p className="text-sm text-ink-muted">None yet. Each save keeps the text before it.</p>
      )}
      {all.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {all.slice(0, areAllShown ? undefined : SHOWN_AT_FIRST).map((version) => (
            <Version
              key={version.id}
              version={version}
              onView={() => setViewed(version)}
              onRestore={() => onRestore(version)}
            />
          ))}
        </ul>
      )}
      {!areAllShown && all.length > SHOWN_AT_FIRST && (
        <div className="border-t border-line px-2 py-1">
          <Button variant="ghost" size="sm" onClick={() => setAllShown(true)}>
            {`Show all ${all.length}`}
          </Button>
        </div>
      )}
      {viewed && (
        <ViewedVersion
          version={viewed}
          onClose={() => setViewed(null)}
          onRestore={() => {
            setViewed(null)
            onRestore(viewed)
          }}
        />
      )}
    </Card>
  )
}

interface VersionProps {
  version: TemplateVersion
  onView: () => void
  onRestore: () => void
}

function Version({ version, onView, onRestore }: VersionProps) {
  const at = formatDateTime(version.saved_at)
  return (
    <li className="flex items-center gap-2 px-4 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="tabular-nums">{at}</p>
        <p title={version.subject} className="cut text-ink-muted">
          {version.written_by === 'hand' ? 'By hand: ' : 'Generated: '}
          <bdi>{version.subject}</bdi>
        </p>
      </div>
      <Button size="sm" variant="ghost" aria-label={`View the version of ${at}`} onClick={onView}>
        View
      </Button>
      <Button size="sm" aria-label={`Restore the version of ${at}`} onClick={onRestore}>
        Restore
      </Button>
    </li>
  )
}

function ViewedVersion({
  version,
  onClose,
  onRestore,
}: Omit<VersionProps, 'onView'> & { onClose: () => void }) {
  return (
    <Dialog
      open
      size="lg"
      title={`Version of ${formatDateTime(version.saved_at)}`}
      onClose={onClose}
      footer={
        <>
          <DialogCancel>Close</DialogCancel>
          <Button variant="primary" onClick={onRestore}>
            Restore
          </Button>
        </>
      }
    >
      <p className="mb-3 border-b border-line pb-3 font-semibold">
        <PlaceholderText>{version.subject}</PlaceholderText>
      </p>
      <PlaceholderText>{version.body}</PlaceholderText>
    </Dialog>
  )
}
