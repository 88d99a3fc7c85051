import { allRoutes } from '../packages/contract/src/routes.ts'
import { checkHabits, checkOwners } from './boundaries/habits.ts'
import { checkImportCycles } from './boundaries/import-cycles.ts'
import { checkLargeTables, checkMigrations, currentVersion, listMigrations } from './boundaries/migrations.ts'
import { checkRequests } from './boundaries/requests.ts'
import { checkCycles, checkRooms } from './boundaries/rooms.ts'
import { checkSizes } from './boundaries/sizes.ts'
import { listSources } from './boundaries/sources.ts'
import { checkTransactions } from './boundaries/transactions.ts'

/** Checks docs/house-rules.md. Prints one line per finding and exits with 1 if there are any. */
const sources = listSources()
const findings = [
  ...checkRooms(sources),
  ...checkCycles(),
  ...checkImportCycles(sources),
  ...checkHabits(sources),
  ...checkOwners(sources),
  ...checkTransactions(sources),
  ...checkSizes(sources),
  ...checkRequests(allRoutes),
  ...checkMigrations(listMigrations(), currentVersion()),
  ...checkLargeTables(listMigrations()),
]
for (const { file, line, sentence } of findings) console.error(`${file}:${line}: ${sentence}`)
if (findings.length > 0) process.exitCode = 1
else console.log(`${sources.length} files follow the house rules`)
