import { organizationRole } from '@goldpan/contract/organizations'
import { expect, test } from 'vitest'
import { isOver, requireManage } from './organizations.rules.ts'

function mayManage(...asked: Parameters<typeof requireManage>): boolean {
  try {
    requireManage(...asked)
    return true
  } catch {
    return false
  }
}

test('owners manage admins and members, admins manage members, and nobody manages the owner', () => {
  const table = organizationRole.options.map((own) =>
    organizationRole.options.map((other) => mayManage(own, [other])),
  )
  expect(table).toEqual([
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ])
  expect(() => requireManage('admin', ['member', 'admin'])).toThrow(
    expect.objectContaining({ refusal: 'organizations.not_allowed' }),
  )
})

test('an invitation ends exactly when it expires', () => {
  const members = [{ user_id: 'ada', role: 'admin' as const }]
  const invitation = { role: 'member' as const, invited_by: 'ada', expires_at: '2026-03-09T09:00:00.000Z' }
  expect(isOver(invitation, members, new Date('2026-03-09T08:59:59.999Z'))).toBe(false)
  expect(isOver(invitation, members, new Date('2026-03-09T09:00:00.000Z'))).toBe(true)
})
