import type { ReactNode } from 'react'

export type IllustrationName = 'pan' | 'stream' | 'letter' | 'compass'

const spot = { fill: 'var(--accent)', stroke: 'none' }

const drawings: Record<IllustrationName, ReactNode> = {
  pan: (
    <>
      <ellipse cx="60" cy="44" rx="52" ry="17" />
      <path d="M8 44c2 9 12 17 26 21.5 8 2.6 17 3.5 26 3.5s18-.9 26-3.5C100 61 110 53 112 44" />
      <path d="M24 49.5C30 43 44 40 60 40s30 3 36 9.5" />
      <path d="M42 51.5c5-1.8 11-2.7 18-2.7 3.5 0 6.8.2 9.8.7" />
      <circle cx="78" cy="50.5" r="4" {...spot} />
    </>
  ),
  stream: (
    <>
      <path d="M8 62 32 26l14 19 10-13 22 30" />
      <path d="M26 35l6 4 5-5" />
      <path d="M60 48c10 3 4 9-4 12s-16 5-12 11 20 5 34 8" />
      <path d="M72 52c10 4 2 10-6 13s-8 4 0 6 20 2 30 4" />
      <path d="M92 62v-9m0 0c-6 0-8-5-8-9 0-6 4-11 8-15 4 4 8 9 8 15 0 4-2 9-8 9Z" />
      <circle cx="62" cy="82" r="4" {...spot} />
      <path d="M10 84h38M78 84h30" />
    </>
  ),
  letter: (
    <>
      <rect x="20" y="26" width="80" height="54" rx="5" />
      <path d="m22 30 33.5 26.500a7.2 7.2 0 0 0 9 0L98 30" />
      <path d="m23 77 25-26M97 77 72 51" />
      <circle cx="60" cy="66" r="4.5" {...spot} />
      <path d="M6 42h8M3 54h11M8 66h6" />
    </>
  ),
  compass: (
    <>
      <circle cx="60" cy="52" r="34" />
      <path d="M60 18v6M60 80v6M26 52h6M88 52h6" />
      <path d="m74 38-9 19-19 9 9-19 19-9Z" />
      <circle cx="60" cy="52" r="3.5" {...spot} />
      <path d="M54 12a6 6 0 1 1 12 0" />
    </>
  ),
}

/** A line drawing; decoration only. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg
      viewBox="0 0 120 96"
      width="120"
      height="96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="text-ink-faint"
    >
      {drawings[name]}
    </svg>
  )
}
