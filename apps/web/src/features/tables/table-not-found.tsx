import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'

export const TableNotFound = () => (
  <Page>
    <NotFoundState
      title="Table Not Found"
      message="This table may have been deleted"
      action={<BackToTables />}
    />
  </Page>
)

export function BackToTables({ variant = 'primary' }: { variant?: 'primary' | 'ghost' }) {
  const navigate = useNavigate()
  return (
    <button type="button" className={buttonClass(variant)} onClick={() => navigate(paths.tables)}>
      Back to Tables
    </button>
  )
}
