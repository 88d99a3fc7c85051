import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Dialog, DialogCancel } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'

interface Item {
  id: string
  name: string
}

interface ManageDialogProps<Kept extends Item> {
  title: string
  description: string
  /** One of them, in lower case, such as 'label'. */
  noun: string
  items: readonly Kept[]
  /** Shown in place of an empty list. */
  empty: { text: string; isPending: boolean; error: unknown; fallback: string }
  renderItem: (item: Kept) => ReactNode
  /** The form of an item, or of a new one. */
  renderForm: (item: Kept | null, onClose: () => void) => ReactNode
  /** A sentence about the side effects of a deletion. */
  consequence?: string
  onDelete: (id: string) => void
  onClose: () => void
}

/** A list of one's own labels or saved replies, to add, change and delete. */
export function ManageDialog<Kept extends Item>({
  title,
  description,
  noun,
  items,
  empty,
  renderItem,
  renderForm,
  consequence,
  onDelete,
  onClose,
}: ManageDialogProps<Kept>) {
  const [form, setForm] = useState<{ item: Kept | null } | null>(null)
  const [deleting, setDeleting] = useState<Kept | null>(null)
  const question = `Are you sure you want to delete ‘${isolated(deleting?.name ?? '')}’?`
  return (
    <>
      <Dialog
        open
        title={title}
        description={description}
        onClose={onClose}
        footer={
          <>
            <DialogCancel>Close</DialogCancel>
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => setForm({ item: null })}
            >
              {`Add ${noun}`}
            </Button>
          </>
        }
      >
        {items.length === 0 ? (
          <p className="text-ink-muted">
            {empty.isPending ? 'Loading…' : empty.error ? errorText(empty.error, empty.fallback) : empty.text}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.id} className="flex min-h-11 items-center gap-3 py-1">
                {renderItem(item)}
                <IconButton
                  label={`Edit ${isolated(item.name)}`}
                  icon={<Pencil aria-hidden="true" />}
                  onClick={() => setForm({ item })}
                />
                <IconButton
                  label={`Delete ${isolated(item.name)}`}
                  tone="danger"
                  icon={<Trash2 aria-hidden="true" />}
                  onClick={() => setDeleting(item)}
                />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {form && renderForm(form.item, () => setForm(null))}
      <DeleteDialog
        open={deleting !== null}
        title={`Delete ${noun}`}
        message={[question, consequence, 'This action cannot be undone.'].filter(Boolean).join(' ')}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) onDelete(deleting.id)
          setDeleting(null)
        }}
      />
    </>
  )
}
