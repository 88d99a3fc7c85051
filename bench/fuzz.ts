import { runLongForm } from './long-forms/long-form.ts'

/**
 * `npm run bench -- fuzz [requests] [seed]`: requests of every route of the contract, right and wrong in many ways,
 * as a visitor and as Bob; the counts of answers by status are printed. A failure names its seed.
 */
const [requests = '20000', seed] = process.argv.slice(2)
runLongForm(['apps/server/test/abuse/contract-fuzz.test.ts'], {
  FUZZ_REQUESTS: requests,
  ...(seed ? { FUZZ_SEED: seed } : {}),
})
