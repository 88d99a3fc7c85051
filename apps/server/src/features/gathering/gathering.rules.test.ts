import { gatheringLabels, gatheringMessages, isActiveJob } from '@goldpan/contract/gathering'
import { gatheringStatus } from '@goldpan/contract/tables'
import { expect, test } from 'vitest'

test('a job is pending, processing, completed, failed or cancelled; the first two are active (GATHER-12)', () => {
  expect(gatheringStatus.options).toEqual(['pending', 'processing', 'completed', 'failed', 'cancelled'])
  expect(gatheringStatus.options.filter(isActiveJob)).toEqual(['pending', 'processing'])
})

test('each status has its label (GATHER-19)', () => {
  expect(gatheringLabels).toEqual({
    completed: 'Prospects Gathered',
    processing: 'Gathering Prospects...',
    pending: 'Queued for Gathering',
    failed: 'Gathering Failed',
    cancelled: 'Gathering Cancelled',
  })
  expect(gatheringMessages.unknownError).toBe('Unknown error')
})
