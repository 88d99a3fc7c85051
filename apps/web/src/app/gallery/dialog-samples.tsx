import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { ConfirmDialog, type ConfirmKind } from '../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkDialog } from '../../ui/link-dialog.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TextInput } from '../../ui/text-input.tsx'

type Shown = ConfirmKind | 'form' | 'delete' | 'link' | 'panel' | 'palette' | null

const kinds: ConfirmKind[] = ['info', 'warning', 'error', 'success']

const link = z.object({ url: z.string().min(1, 'Please enter an address'), text: z.string() })

export function DialogSamples() {
  const [shown, setShown] = useState<Shown>(null)
  const [query, setQuery] = useState('')
  const close = () => setShown(null)
  return (
    <Card title="Dialogs">
      <div className="flex flex-wrap gap-2">
        {([...kinds, 'form', 'delete', 'link', 'panel', 'palette'] as const).map((kind) => (
          <Button key={kind} onClick={() => setShown(kind)}>
            Open {kind}
          </Button>
        ))}
      </div>
      {kinds.map((kind) => (
        <ConfirmDialog
          key={kind}
          kind={kind}
          open={shown === kind}
          title="Send this campaign?"
          message="40 prospects will be written to."
          onConfirm={close}
          onCancel={close}
        />
      ))}
      <DeleteDialog
        open={shown === 'delete'}
        title="Delete Prospect"
        message="Are you sure you want to delete anna@example.li? This action cannot be undone."
        onDelete={() => new Promise((done) => setTimeout(done, 800)).then(close)}
        onCancel={close}
      />
      {shown === 'link' && (
        <LinkDialog initialText="our offer" schema={link} onInsert={close} onClose={close} />
      )}
      <FormDialog isOpen={shown === 'form'} onClose={close} />
      <SidePanel open={shown === 'panel'} onClose={close} title="Job History" description="Newest first">
        Three jobs ran this week.
      </SidePanel>
      <CommandPalette
        open={shown === 'palette'}
        onClose={close}
        query={query}
        onQueryChange={setQuery}
        groups={[
          { label: 'Go to', items: [{ id: 'tables', label: 'Saved Tables', onSelect: () => undefined }] },
        ]}
      />
    </Card>
  )
}

function FormDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [name, setName] = useState('')
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      dirty={name !== ''}
      title="Save Search Results"
      description="The chosen businesses become a table."
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
      footer={<DialogActions>Save</DialogActions>}
    >
      <Field label="Table name">
        <TextInput value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
