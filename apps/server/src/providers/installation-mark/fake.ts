import type { InstallationMark, Mark } from './port.ts'

/** A mark in memory, for tests to read and change. */
export function createFakeMark(): InstallationMark & { kept: Mark | null } {
  const mark: InstallationMark & { kept: Mark | null } = {
    kept: null,
    read: async () => mark.kept && { ...mark.kept },
    async write({ place, epoch }) {
      mark.kept = { place, epoch, identity: mark.kept?.identity ?? 'first' }
      return mark.kept.identity
    },
  }
  return mark
}
