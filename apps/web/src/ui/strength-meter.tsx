import clsx from 'clsx'
import { type PasswordStrength, strengthOf } from './password-strength.ts'

const looks: Record<PasswordStrength, { word: string; bar: string }> = {
  0: { word: '', bar: '' },
  1: { word: 'easy to guess', bar: 'bg-danger' },
  2: { word: 'could be stronger', bar: 'bg-warning' },
  3: { word: 'good', bar: 'bg-success' },
  4: { word: 'very good', bar: 'bg-success' },
}

/** The rule for a new password and its strength, announced politely. */
export function StrengthMeter({
  rule,
  password,
  about,
}: {
  rule: string
  password: string
  about?: string[]
}) {
  const strength = strengthOf(password, about)
  const { word, bar } = looks[strength]
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>{rule}</span>
      <span className="flex items-center gap-2" data-strength={strength}>
        <span role="status">{word && `Strength: ${word}`}</span>
        {strength > 0 && (
          <span aria-hidden="true" className="flex gap-0.5">
            {[1, 2, 3, 4].map((step) => (
              <span
                key={step}
                className={clsx('h-1.5 w-5 rounded-full', step <= strength ? bar : 'bg-pressed')}
              />
            ))}
          </span>
        )}
      </span>
    </span>
  )
}
