import { Card } from '../../ui/card.tsx'
import { Logo, LogoMark } from '../../ui/logo.tsx'

const grounds = [
  'bg-ground',
  'bg-surface',
  'bg-sunken',
  'bg-hover',
  'bg-pressed',
  'bg-accent',
  'bg-accent-tint',
]
const meanings = ['bg-info-tint', 'bg-success-tint', 'bg-warning-tint', 'bg-danger-tint', 'bg-danger']
const texts = [
  'text-ink',
  'text-ink-muted',
  'text-ink-faint',
  'text-accent-ink',
  'text-info-ink',
  'text-success-ink',
  'text-warning-ink',
  'text-danger-ink',
]
const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl']

export function TokenSamples() {
  return (
    <Card title="Colour, type and mark">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-6">
          <Logo size={32} />
          <LogoMark size={64} />
          <LogoMark size={16} />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2 text-xs text-ink-muted">
          {[...grounds, ...meanings].map((name) => (
            <div key={name}>
              <div className={`h-12 rounded-md border border-line ${name}`} />
              {name}
            </div>
          ))}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {texts.map((name) => (
            <span key={name} className={name}>
              {name}
            </span>
          ))}
        </div>
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
          {sizes.map((name) => (
            <span key={name} className={name}>
              {name} 1,204
            </span>
          ))}
        </div>
      </div>
    </Card>
  )
}
