import { billingFallbacks } from '@goldpan/contract/billing'
import { type TokenTransaction, usageRoutes } from '@goldpan/contract/usage'
import { Download } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useTransactions } from './billing.queries.ts'
import { kindNames, shortReference, signedAmount } from './transaction-text.ts'

const columns: readonly Column<TokenTransaction>[] = [
  {
    id: 'date',
    header: 'Date',
    width: '13rem',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: ({ transaction_type, description }) => (
      <>
        {kindNames[transaction_type]}
        {description && <span className="block text-sm text-ink-muted">{description}</span>}
      </>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    width: '8rem',
    cell: ({ amount }) => (
      <span className={amount < 0 ? 'text-danger-ink' : 'text-success-ink'}>{signedAmount(amount)}</span>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    width: '10rem',
    cell: ({ payment_transaction_id }) => (
      <span title={payment_transaction_id ?? undefined}>{shortReference(payment_transaction_id)}</span>
    ),
  },
]

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

export function TokenHistoryPage() {
  const transactions = useTransactions()
  const [query, setQuery] = useSearchParams()
  const kind = query.get('kind') ?? ''
  const setKind = (value: string) => setQuery(value ? { kind: value } : {}, { replace: true })
  const isEmpty = transactions.data?.length === 0 && kind === ''
  const shown = transactions.data?.filter(({ transaction_type }) => !kind || transaction_type === kind)
  return (
    <Page>
      <PageHeader
        title="Token history"
        back={<Link to={paths.settingsTab('tokens')}>Back to Settings</Link>}
        secondary={
          !isEmpty && (
            <a href={usageRoutes.exportTransactions.path} download className={buttonClass()}>
              <Download aria-hidden="true" />
              Export CSV
            </a>
          )
        }
      />
      {transactions.isError ? (
        <ErrorState
          message={errorText(transactions.error, billingFallbacks.transactions)}
          onRetry={() => void transactions.refetch()}
          isRetrying={transactions.isFetching}
        />
      ) : (
        <>
          {!isEmpty && (
            <FilterBar>
              <Field label="Kind of transaction" hideLabel className="w-56">
                <Select
                  placeholder="All transactions"
                  options={kinds}
                  value={kind}
                  onChange={(event) => setKind(event.target.value)}
                />
              </Field>
            </FilterBar>
          )}
          <Table
            label="Token transactions"
            rows={shown}
            columns={columns}
            rowKey={({ id }) => id}
            footer={shown && countOf(shown.length, 'transaction')}
            empty={<NoTransactions isFiltered={kind !== ''} onClear={() => setKind('')} />}
          />
        </>
      )}
    </Page>
  )
}

function NoTransactions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const sellsPlans = useSellsPlans() !== false
  return (
    <EmptyState
      title="No transactions found"
      action={
        isFiltered ? (
          <Button onClick={onClear}>Show all transactions</Button>
        ) : (
          sellsPlans && (
            <Link to={paths.buyTokens} className={buttonClass('primary')}>
              Buy Tokens
            </Link>
          )
        )
      }
    >
      {isFiltered
        ? 'None of this kind.'
        : sellsPlans
          ? 'Tokens you buy and use appear here.'
          : 'Tokens you get and use appear here.'}
    </EmptyState>
  )
}
