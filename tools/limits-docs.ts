import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountLimits, FILES_MAX_BYTES } from '@goldpan/contract/account-limits'
import { CAMPAIGN_PROSPECTS_MAX } from '@goldpan/contract/campaigns'
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@goldpan/contract/imports'
import { OUTBOX_MAX_BYTES, OUTBOX_MAX_MESSAGES } from '@goldpan/contract/mailbox'
import { MEMBERS_MAX, ORGANIZATIONS_MAX } from '@goldpan/contract/organizations'
import type { Route } from '@goldpan/contract/route'
import { allRoutes } from '@goldpan/contract/routes'
import { RETURN_ADDRESSES_MAX, SIGNATURES_MAX } from '@goldpan/contract/signatures'
import { SUPPRESSIONS_MAX } from '@goldpan/contract/suppressions'
import { TABLE_MAX_BUSINESSES } from '@goldpan/contract/tables'

/** Writes docs/limits.md: the rate limits of all routes. */
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

const number = new Intl.NumberFormat('en')
const held = Object.values(accountLimits).map(({ name, most }) => `| ${name} | ${number.format(most)} |`)

const text = `# How often a call may be made

Counted in PostgreSQL, so that a limit holds across all web processes. Beyond it a call is answered 429 with Retry-After. Calls that are not listed have no limit of their own. Written by \`node tools/limits-docs.ts\` from the contract.

| call | times | in | for each |
|---|---|---|---|
| POST /api/auth/login | 10 wrong | 15 min | email address and source address, or browser that has logged in before |
| POST /api/auth/login | 300 wrong | 1 h | email address, apart from browsers that have logged in before |
| POST /api/auth/login | 100 | 15 min | source address |
${rows.join('\n')}

Wrong passwords that somebody who is logged in types count with those of logins.

Two limits answer as if nothing had happened, so that nobody learns anything from them: an email address gets at most 5 letters with a reset link and at most 3 with a subscription's confirmation in an hour.

# What an account can hold

An organization counts for itself. Beyond it a call is answered 409 with a sentence that says what to delete; nothing is saved.

| of | at most |
|---|---|
${held.join('\n')}
| pictures of signatures and screenshots together | ${FILES_MAX_BYTES / 1024 / 1024} MB |
| businesses in a table | ${number.format(TABLE_MAX_BUSINESSES)} |
| prospects in a campaign | ${number.format(CAMPAIGN_PROSPECTS_MAX)} |
| signatures | ${number.format(SIGNATURES_MAX)} |
| return addresses, earlier ones included | ${number.format(RETURN_ADDRESSES_MAX)} |
| entries of the list of addresses never to write to | ${number.format(SUPPRESSIONS_MAX)} |
| organizations of a person | ${number.format(ORGANIZATIONS_MAX)} |
| members of an organization | ${number.format(MEMBERS_MAX)} |
| files being imported | 1, of ${number.format(IMPORT_MAX_ROWS)} rows and ${IMPORT_MAX_BYTES / 1024 / 1024} MB; the one before is forgotten |

# Incoming mail

| of | at most |
|---|---|
| a message | 25 MB; beyond it 552 |
| bodies under way at once, in memory and on disk | 512 MB; beyond it 452, and the sender tries again |
| of them in memory | 32 KB each, and one large message while it is stored |
| connections | 100, and 10 from one address (\`INBOUND_CONNECTIONS_PER_SOURCE\`); beyond it 421 |
| recipients of a message | 50 |
| stored mail of an account | 500 MB (\`INBOUND_QUOTA_MB\`) |
| age of original messages | 365 days (\`INBOUND_KEEP_DAYS\`) |
| messages in the built-in outbox | ${number.format(OUTBOX_MAX_MESSAGES)}, of ${OUTBOX_MAX_BYTES / 1_000_000} MB together; the oldest are deleted |

A message is stored once for an account, however many of its addresses it came to. Beyond the quota the oldest original messages are deleted, once they are read and forwarded. The text of a reply stays as long as its campaign. An account whose mail takes twice the quota all the same, because it waits or is text, gets no more until there is room: its senders are answered 452 and try again. Other mail that answers no campaign is deleted whole with its original's age.

Downloads are written while they are sent and never stored.
`

writeFileSync(join(import.meta.dirname, '../docs/limits.md'), text)
