import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createFakeMark } from '../../providers/installation-mark/fake.ts'
import { createEpoch } from './epoch.ts'

const { app, clock, query } = await startTestApp()

test('a data folder that cannot be written to fails each look, and leaves one row, not one for each', async () => {
  const mark = {
    ...createFakeMark(),
    write: async () => {
      throw new Error('EROFS')
    },
  }
  const before = (await query('select 1 from installation_epochs')).length
  const epoch = createEpoch({ db: app.database.db, systemClock: clock, mark })
  for (let n = 0; n < 5; n += 1) await expect(epoch.check()).rejects.toThrow('EROFS')
  expect(await query('select 1 from installation_epochs')).toHaveLength(before + 1)
})
