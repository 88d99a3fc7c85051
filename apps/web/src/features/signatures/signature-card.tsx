import type { Signature } from '@goldpan/contract/signatures'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { formatDate } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'

export interface SignatureCardProps {
  signature: Signature
  onEdit: () => void
  onDelete: () => void
  onSetDefault: () => void
}

/** A signature as it looks in a message, and what can be done with it. */
export function SignatureCard(props: SignatureCardProps) {
  const { signature, onEdit, onDelete, onSetDefault } = props
  const { name, content, is_default, updated_at } = signature
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {is_default && <Badge colour="green">Default</Badge>}
        </span>
      }
      description={`Changed ${formatDate(updated_at)}`}
      actions={
        <>
          <IconButton
            label={`Edit ${isolated(name)}`}
            icon={<Pencil aria-hidden="true" />}
            onClick={onEdit}
          />
          <IconButton
            label={`Delete ${isolated(name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </>
      }
      footer={
        !is_default && (
          <Button size="sm" variant="ghost" icon={<Star aria-hidden="true" />} onClick={onSetDefault}>
            Set as default
          </Button>
        )
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={`Preview of ${isolated(name)}`}
        className="max-h-48 overflow-y-auto rounded-md border border-line"
      >
        <SanitizedHtml html={content} className="p-3" />
      </section>
    </Card>
  )
}
