import { accountRoutes } from '@goldpan/contract/accounts'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Download of all data, and deletion of the account. */
export function OwnData() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <Card title="Your data" className="lg:col-span-2">
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[60ch] text-ink-muted">
            All your data as a ZIP of JSON and CSV files, with your images.
          </p>
          <DownloadButton />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          <p className="max-w-[60ch] text-ink-muted">
            Deletes your account with all tables, prospects and campaigns. This action cannot be undone.
          </p>
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setDeleting(true)}>
            Delete my account
          </Button>
        </div>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  )
}

function DownloadButton() {
  const [isLoading, setLoading] = useState(false)
  async function download() {
    setLoading(true)
    try {
      saveFile(await call(accountRoutes.downloadData), 'goldpan-data.zip')
    } catch (error) {
      toast.error(errorText(error, 'Failed to download your data'))
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      busy={isLoading && 'Downloading…'}
      onClick={() => void download()}
    >
      Download my data
    </Button>
  )
}
