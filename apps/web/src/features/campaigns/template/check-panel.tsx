import type { Finding } from '@goldpan/contract/writing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../../../ui/disclosure.tsx'

const signs: Record<Finding['level'], ReactNode> = {
  error: <CircleAlert className="text-danger-ink" aria-label="Error" />,
  hint: <TriangleAlert className="text-warning-ink" aria-label="Hint" />,
  fine: <CircleCheck className="text-success-ink" aria-label="Fine" />,
}

/** What to know about the template before it is saved. Only errors keep it from being saved. */
export function CheckPanel({ findings }: { findings: readonly Finding[] }) {
  return (
    <section aria-label="Checks" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">Checks</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {findings.map((finding) => (
          <li
            key={`${finding.kind} ${finding.sentence}`}
            className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
          >
            {signs[finding.level]}
            <div className="min-w-0 break-words">
              {finding.sentence}
              {finding.recipients.length > 0 && (
                <Disclosure summary="Who">
                  <p className="ps-5 text-ink-muted">{finding.recipients.join(', ')}</p>
                </Disclosure>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
