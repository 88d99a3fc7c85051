import type { Campaign } from '@goldpan/contract/campaigns'
import { signatureFallbacks } from '@goldpan/contract/signatures'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSetSignature, useSignatures } from './campaigns.queries.ts'
import { chooseSignature } from './choose-signature.ts'

/** The campaign's signature. */
export function SignaturePanel({ campaign }: { campaign: Campaign }) {
  const signatures = useSignatures()
  const setSignature = useSetSignature(campaign.id)
  const chosen = signatures.data ? chooseSignature(campaign.signature_id, signatures.data) : null
  const shown = signatures.data?.find(({ id }) => id === chosen)
  const isArchived = campaign.status === 'archived'

  return (
    <Card title="Signature">
      {signatures.isPending && <Skeleton height="2.25rem" />}
      {signatures.isError && (
        <ErrorState
          level={3}
          message={errorText(signatures.error, signatureFallbacks.fetch)}
          onRetry={() => void signatures.refetch()}
          isRetrying={signatures.isFetching}
        />
      )}
      {signatures.data?.length === 0 && (
        <p className="text-ink-muted">
          You have no signature yet.{' '}
          <Link to={paths.emailOptions} className="hyperlink">
            Write one in Email Options
          </Link>
        </p>
      )}
      {signatures.data && signatures.data.length > 0 && (
        <div className="flex flex-col gap-3">
          <Field label="Signature" hideLabel>
            <Select
              disabled={isArchived}
              value={chosen ?? ''}
              placeholder="No signature"
              options={signatures.data.map(({ id, name, is_default }) => ({
                value: id,
                label: is_default ? `${isolated(name)} (default)` : name,
              }))}
              onChange={(event) => setSignature.mutate(event.target.value || null)}
            />
          </Field>
          {shown && (
            <div className="overflow-hidden rounded-md border border-line">
              <SanitizedHtml html={shown.content} className="p-3" />
            </div>
          )}
        </div>
      )}
    </Card>
  )
}
