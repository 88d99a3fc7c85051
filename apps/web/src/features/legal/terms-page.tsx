import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Page } from '../../ui/page.tsx'
import { LAST_UPDATED, LegalArticle } from './legal-article.tsx'
import { termsOfService } from './terms-text.ts'

export function TermsPage() {
  return (
    <Page width="reading">
      <LegalArticle document={termsOfService} level={1} />
      <p className="text-sm text-ink-muted">
        {LAST_UPDATED}. See also the{' '}
        <Link to={paths.termsAndPrivacy} className="hyperlink">
          Privacy Policy
        </Link>
        .
      </p>
    </Page>
  )
}
