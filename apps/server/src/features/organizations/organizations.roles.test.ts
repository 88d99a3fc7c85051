import { DELETE_WORD } from '@goldpan/contract/accounts'
import { organizationRole, organizationRoutes as routes } from '@goldpan/contract/organizations'
import { describe, expect, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'

const { clock, createCustomer, query } = await startTestApp()

const ROLES = organizationRole.options
const ACTORS = [...ROLES, 'stranger'] as const
type Actor = (typeof ACTORS)[number]

const owner = await createCustomer('Owner')
/** Each role's actor, and another member of the same role to act on. */
const actors: Record<Actor, Customer> = {
  owner,
  stranger: await createCustomer('Stranger'),
  admin: await createCustomer('Admin1'),
  member: await createCustomer('Member1'),
}
const targets = {
  owner,
  stranger: await createCustomer('Outsider'),
  admin: await createCustomer('Admin2'),
  member: await createCustomer('Member2'),
}
/** A separate address for each organization, because invitations to one address are limited. */
const invitedTo = (id: string) => `invited-${id}@customer.example`

/** Creates an organization with two members of each role and an open invitation, new for each action. */
async function found(invited: 'admin' | 'member' = 'member') {
  const { answer } = await owner.call(routes.create, { body: { name: 'Pans Ltd' } })
  const id = answer.id
  for (const [role, who] of [...Object.entries(actors), ...Object.entries(targets)])
    if (role === 'admin' || role === 'member')
      await query(
        'insert into organization_members (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())',
        [id, who.id, role],
      )
  await owner.call(routes.invite, { params: { id }, body: { email: invitedTo(id), role: invited } })
  return id
}

/** Roles of members and invitations, which a refused action must not change. */
async function stateOf(id: string) {
  const members = await query(
    'select user_id, role from organization_members where organization_id = $1 order by 1',
    [id],
  )
  const invitations = await query(
    'select id, email, role from organization_invitations where organization_id = $1 order by 1',
    [id],
  )
  return {
    members,
    invitations,
    named: await query('select name, deleting_at from organizations where id = $1', [id]),
  }
}

/** True if the action was allowed and took effect, false if it was refused and changed nothing. */
async function may(id: string, act: () => Promise<{ status: number }>): Promise<boolean> {
  const before = await stateOf(id)
  const { status } = await act()
  const isDone = status === 200
  if (isDone) expect(await stateOf(id)).not.toEqual(before)
  else expect(await stateOf(id)).toEqual(before)
  // A person can own at most ten.
  await query('delete from organizations where id = $1', [id])
  return isDone
}

const onMembers = {
  'make admin': (who: Customer, id: string, user: string) =>
    who.call(routes.setRole, { params: { id, user }, body: { role: 'admin' } }),
  'make member': (who: Customer, id: string, user: string) =>
    who.call(routes.setRole, { params: { id, user }, body: { role: 'member' } }),
  remove: (who: Customer, id: string, user: string) =>
    who.call(routes.removeMember, { params: { id, user } }),
  'hand over': (who: Customer, id: string, user: string) =>
    who.call(routes.handOver, { params: { id }, body: { user_id: user } }),
}

/** The roles that each actor may act on, by action. */
const ALLOWED: Record<Actor, Partial<Record<keyof typeof onMembers, Actor[]>>> = {
  owner: {
    'make admin': ['member'],
    'make member': ['admin'],
    remove: ['admin', 'member'],
    'hand over': ['admin', 'member'],
  },
  admin: { remove: ['member'] },
  member: {},
  stranger: {},
}
/** Allowed, but the role stays the same. */
const CHANGES_NOTHING = ['make admin admin', 'make member member', 'hand over owner']

describe.each(ACTORS)('%s', (actor) => {
  test.each(Object.keys(onMembers) as (keyof typeof onMembers)[])(
    `as ${actor}: ${'%s'} works on exactly the roles allowed`,
    async (act) => {
      const done: Actor[] = []
      for (const target of ACTORS.filter((target) => !CHANGES_NOTHING.includes(`${act} ${target}`))) {
        const id = await found()
        if (await may(id, () => onMembers[act](actors[actor], id, targets[target].id))) done.push(target)
      }
      expect(done).toEqual(ALLOWED[actor][act] ?? [])
    },
  )

  test(`as ${actor}: nobody can change their own role or remove themselves except by leaving`, async () => {
    for (const act of ['make admin', 'remove', 'hand over'] as const) {
      if (CHANGES_NOTHING.includes(`${act} ${actor}`)) continue
      const id = await found()
      expect(await may(id, () => onMembers[act](actors[actor], id, actors[actor].id)), act).toBe(false)
    }
    const id = await found()
    const leaves = await may(id, () => actors[actor].call(routes.leave, { params: { id } }))
    expect(leaves).toBe(actor === 'admin' || actor === 'member')
  })

  test.each(['admin', 'member'] as const)(
    `as ${actor}: an open invitation as ${'%s'} can be replaced and withdrawn by those who may give that role`,
    async (standing) => {
      const mayGive = actor === 'owner' || (actor === 'admin' && standing === 'member')
      for (const role of ['admin', 'member'] as const) {
        const id = await found(standing)
        const replaces = await may(id, () =>
          actors[actor].call(routes.invite, {
            params: { id },
            body: { email: invitedTo(id).toUpperCase(), role },
          }),
        )
        expect(replaces, `replaces it by one as ${role}`).toBe(
          mayGive && (actor === 'owner' || role === 'member'),
        )
      }
      const id = await found(standing)
      const [invitation] = await query<{ id: string }>(
        'select id from organization_invitations where organization_id = $1',
        [id],
      )
      const params = { id, invitation: invitation!.id }
      expect(await may(id, () => actors[actor].call(routes.withdraw, { params }))).toBe(mayGive)
    },
  )

  test(`as ${actor}: the organization can be renamed by owner and admins, and deleted by the owner`, async () => {
    const renamed = await found()
    const rename = () =>
      actors[actor].call(routes.rename, { params: { id: renamed }, body: { name: 'New Ltd' } })
    expect(await may(renamed, rename)).toBe(actor === 'owner' || actor === 'admin')
    const deleted = await found()
    const body = { confirmation: DELETE_WORD } as const
    const remove = () => actors[actor].call(routes.remove, { params: { id: deleted }, body })
    expect(await may(deleted, remove)).toBe(actor === 'owner')
  })
})

test('an expired invitation protects no role: an admin may invite the person again', async () => {
  const id = await found('admin')
  clock.advance(7 * 86_400_000)
  const body = { email: invitedTo(id), role: 'member' } as const
  expect((await actors.admin.call(routes.invite, { params: { id }, body })).status).toBe(200)
})
