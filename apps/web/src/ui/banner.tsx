import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

export type BannerKind = 'info' | 'success' | 'warning' | 'error'

export interface BannerProps {
  kind?: BannerKind
  title?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Announces it to screen readers; not for banners that are there from the start. */
  announce?: boolean
  className?: string
  children?: ReactNode
}

const looks: Record<BannerKind, { ground: string; sign: ReactNode }> = {
  info: {
    ground: 'border-info-line bg-info-tint',
    sign: <Info className="text-info-ink" aria-hidden="true" />,
  },
  success: {
    ground: 'border-success-line bg-success-tint',
    sign: <CircleCheck className="text-success-ink" aria-hidden="true" />,
  },
  warning: {
    ground: 'border-warning-line bg-warning-tint',
    sign: <TriangleAlert className="text-warning-ink" aria-hidden="true" />,
  },
  error: {
    ground: 'border-danger-line bg-danger-tint',
    sign: <CircleAlert className="text-danger-ink" aria-hidden="true" />,
  },
}

/** One line of text high. Taller content is centred on it. */
const FIRST_LINE = 'box-content flex h-[1lh] items-center py-1'

export function Banner({
  kind = 'info',
  title,
  action,
  onDismiss,
  announce,
  className,
  children,
}: BannerProps) {
  const role = announce ? (kind === 'error' ? 'alert' : 'status') : undefined
  return (
    <div
      role={role}
      data-kind={kind}
      className={clsx(
        'flex items-start gap-3 rounded-lg border px-4 py-2 text-ink',
        looks[kind].ground,
        className,
      )}
    >
      <span className={clsx(FIRST_LINE, '[&_svg]:size-5')}>{looks[kind].sign}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 max-w-[72ch] py-1 text-pretty break-words">
          {title && <p className="font-medium">{title}</p>}
          {children}
        </div>
        {action}
      </div>
      {onDismiss && (
        <span className={clsx(FIRST_LINE, '-me-2')}>
          <IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={onDismiss} />
        </span>
      )}
    </div>
  )
}
