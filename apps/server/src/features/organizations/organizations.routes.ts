import { organizationRoutes as routes } from '@goldpan/contract/organizations'
import type { Binder, Caller } from '../../http/bind.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import type { Organizations } from './organizations.ts'

const sessionOf = ({ request }: Caller): string => request.cookies[SESSION_COOKIE] ?? ''

export function bindOrganizations(bind: Binder, organizations: Organizations): void {
  bind(routes.list, ({ person, caller }) => organizations.list(person, sessionOf(caller)))
  bind(routes.create, ({ person, body }) => organizations.create(person, body))
  bind(routes.switchTo, ({ person, body, caller }) =>
    organizations.switchTo(person, sessionOf(caller), body.id),
  )
  bind(routes.read, ({ person, params }) => organizations.read(person, params.id))
  bind(routes.rename, ({ person, params, body }) => organizations.rename(person, params.id, body))
  bind(routes.remove, ({ person, params, caller }) =>
    organizations.remove(person, sessionOf(caller), params.id),
  )
  bind(routes.leave, async ({ person, params, caller }) => {
    await organizations.leave(person, params.id)
    return organizations.list(person, sessionOf(caller))
  })
  bind(routes.handOver, ({ person, params, body }) => organizations.handOver(person, params.id, body.user_id))
  bind(routes.setRole, ({ person, params, body }) =>
    organizations.setRole(person, params.id, params.user, body.role),
  )
  bind(routes.removeMember, ({ person, params }) =>
    organizations.removeMember(person, params.id, params.user),
  )
  bind(routes.invite, ({ person, params, body }) => organizations.invite(person, params.id, body))
  bind(routes.withdraw, ({ person, params }) => organizations.withdraw(person, params.id, params.invitation))
  bind(routes.readInvitation, ({ person, body }) => organizations.readInvitation(person, body.token))
  bind(routes.join, async ({ person, body, caller }) => {
    await organizations.join(person, body.token, sessionOf(caller))
    return organizations.list(person, sessionOf(caller))
  })
}
