import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'

/** Writes docs/limits.md: how often each call may be made. */
const sources = { user: 'user', source: 'source address' }

const spanOf = (seconds: number) =>
  seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

const rows = Object.values(allRoutes)
  .flatMap((feature) => Object.values(feature as Record<string, Route>))
  .flatMap(({ method, path, limit }) =>
    limit
      ? [`| ${method} ${path} | ${limit.points} | ${spanOf(limit.seconds)} | ${sources[limit.by]} |`]
      : [],
  )
  .sort()

const text = `# How often a call may be made

Counted in PostgreSQL, so that a limit holds across all web processes. Beyond it a call is answered 429 with Retry-After. Calls that are not listed have no limit of their own. Written by \`node tools/limits-docs.ts\` from the contract.

| call | times | in | for each |
|---|---|---|---|
| POST /api/auth/login | 10 | 15 min | email address |
| POST /api/auth/login | 100 | 15 min | source address |
${rows.join('\n')}

Two limits answer as if nothing had happened, so that nobody learns anything from them: an email address gets at most 5 letters with a reset link and at most 3 with a subscription's confirmation in an hour.
`

writeFileSync(join(import.meta.dirname, '../docs/limits.md'), text)
