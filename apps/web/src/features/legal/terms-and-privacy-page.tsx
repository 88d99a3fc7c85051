import { Download, Printer } from 'lucide-react'
import './legal-print.css'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { LAST_UPDATED, LegalArticle } from './legal-article.tsx'
import { legalFile } from './legal-file.ts'
import { privacyPolicy } from './privacy-text.ts'
import { termsOfService } from './terms-text.ts'

const TITLE = 'Terms & Privacy'
const documents = [termsOfService, privacyPolicy]

const download = () =>
  saveFile(
    new Blob([legalFile(`Goldpan: ${TITLE}`, documents)], { type: 'text/html' }),
    'goldpan-terms-and-privacy.html',
  )

export function TermsAndPrivacyPage() {
  return (
    <Page width="reading">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 tabIndex={-1} className="text-lg font-semibold tracking-tight sm:text-xl">
            {TITLE}
          </h1>
          <p className="mt-1 text-ink-muted">{LAST_UPDATED}</p>
        </div>
        <div className="no-print flex gap-2">
          <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
          <Button icon={<Download aria-hidden="true" />} onClick={download}>
            Download
          </Button>
        </div>
      </div>
      {documents.map((document) => (
        <LegalArticle key={document.title} document={document} />
      ))}
    </Page>
  )
}
