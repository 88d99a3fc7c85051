import type { Signature } from '@goldpan/contract/signatures'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TrackingCard } from '../tracking/tracking-card.tsx'
import { MailCareCard } from './mail-care-card.tsx'
import { ReturnAddressCard } from './return-address-card.tsx'
import { SignatureDialog } from './signature-dialog.tsx'
import { SignatureList } from './signature-list.tsx'

/** The return address and the signatures. */
export function EmailOptionsPage() {
  const [edited, setEdited] = useState<Signature | 'new' | null>(null)
  return (
    <Page>
      <PageHeader
        title="Email Options"
        description="Where replies go, and what stands under your messages."
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEdited('new')}>
            Add Signature
          </Button>
        }
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <ReturnAddressCard />
        <TrackingCard />
      </div>
      <section aria-labelledby="signatures" className="flex flex-col gap-4">
        <h2 id="signatures" className="text-base font-semibold">
          Email signatures
        </h2>
        <SignatureList onAdd={() => setEdited('new')} onEdit={setEdited} />
      </section>
      <MailCareCard />
      {edited && (
        <SignatureDialog signature={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  )
}
