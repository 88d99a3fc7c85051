import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

const nothing = () => undefined

export function ActionSamples() {
  return (
    <Card title="Actions">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={<Plus aria-hidden="true" />}>
            New Campaign
          </Button>
          <Button>Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button variant="danger">Delete</Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button variant="primary" busy="Saving…">
            Save
          </Button>
          <Button busy>Load more</Button>
          <Button size="sm">Small</Button>
        </div>
        <div className="flex flex-wrap gap-2">
          <IconButton label="Edit" icon={<Pencil aria-hidden="true" />} />
          <IconButton label="Delete" tone="danger" icon={<Trash2 aria-hidden="true" />} />
          <Menu
            label="Actions for Bergbahnen AG"
            items={[
              { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: nothing },
              { id: 'no', label: 'Not now', onSelect: nothing, disabled: true },
              {
                id: 'delete',
                label: 'Delete',
                icon: <Trash2 aria-hidden="true" />,
                onSelect: nothing,
                danger: true,
                startsGroup: true,
              },
            ]}
          />
          <Tooltip text="Counts opens that may be a person’s.">
            <Button size="sm" variant="ghost">
              With a tooltip
            </Button>
          </Tooltip>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => toast.success('Prospect added successfully')}>
            Success toast
          </Button>
          <Button
            size="sm"
            onClick={() => toast.error('Failed to add prospect', { description: 'Nothing was saved.' })}
          >
            Error toast
          </Button>
          <Button size="sm" onClick={() => toast.warning('Approaching limit')}>
            Warning toast
          </Button>
          <Button
            size="sm"
            onClick={() => toast.info('Table deleted', { action: { label: 'Undo', onClick: nothing } })}
          >
            Info toast with Undo
          </Button>
        </div>
      </div>
    </Card>
  )
}
