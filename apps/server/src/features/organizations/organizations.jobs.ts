import { z } from 'zod'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Organizations } from './organizations.ts'

export const eraseOrganizationJob = defineJob({
  name: 'erase-organization',
  ownerOf: ({ organization }) => organization,
  retryLimit: 10,
  payload: z.object({ organization: z.uuid() }),
})

export function handleOrganizations(
  jobs: Pick<Jobs, 'handle'>,
  organizations: Pick<Organizations, 'erase'>,
): void {
  jobs.handle(eraseOrganizationJob, ({ organization }) => organizations.erase(organization))
}
