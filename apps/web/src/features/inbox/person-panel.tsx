import { statusLabel } from '@goldpan/contract/prospects'
import type { Conversation } from '@goldpan/contract/replies'
import { DataList } from '../../ui/data-list.tsx'
import { Notes } from './notes.tsx'

/** What is known of the person, beside their conversation. */
export function PersonPanel({ conversation }: { conversation: Conversation }) {
  const { person, notes, email } = conversation
  return (
    <section aria-label="Person" className="min-w-0 text-sm">
      <div className="px-4 py-3">
        <DataList
          isNarrow
          items={[
            { label: 'Company', value: person.company },
            { label: 'Title', value: person.title },
            { label: 'Email', value: email },
            { label: 'Phone', value: person.phone },
            { label: 'Status', value: person.status && statusLabel(person.status) },
          ]}
        />
      </div>
      <Notes notes={notes} />
    </section>
  )
}
