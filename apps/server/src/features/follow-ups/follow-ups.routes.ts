import { followUpRoutes } from '@goldpan/contract/follow-ups'
import type { Binder } from '../../http/bind.ts'
import type { Sending } from '../sending/sending.ts'
import type { FollowUps } from './follow-ups.ts'

export function bindFollowUps(
  bind: Binder,
  { steps, texts, people, results }: FollowUps,
  sending: Pick<Sending, 'pause' | 'resume'>,
): void {
  bind(followUpRoutes.list, ({ owner, params }) => steps.list(owner, params.id))
  bind(followUpRoutes.add, ({ owner, params, body }) => steps.add(owner, params.id, body))
  bind(followUpRoutes.update, ({ owner, params, body }) =>
    steps.update(owner, params.id, params.stepId, body),
  )
  bind(followUpRoutes.remove, ({ owner, params }) => steps.remove(owner, params.id, params.stepId))
  bind(followUpRoutes.order, ({ owner, params, body }) => steps.order(owner, params.id, body.ids))
  bind(followUpRoutes.setRules, ({ owner, params, body }) => steps.setRules(owner, params.id, body))
  bind(followUpRoutes.generate, ({ owner, params, body }) => texts.generate(owner, params.id, body))
  bind(followUpRoutes.preview, ({ owner, params, body }) => texts.preview(owner, params.id, body))
  bind(followUpRoutes.sendTest, ({ owner, params, body }) =>
    texts.sendTest(owner, params.id, params.stepId, body),
  )
  bind(followUpRoutes.getEmail, ({ owner, params }) =>
    texts.getEmail(owner, params.id, params.prospectId, params.stepId),
  )
  bind(followUpRoutes.updateEmail, ({ owner, params, body }) =>
    texts.updateEmail(owner, params.id, params, body),
  )
  bind(followUpRoutes.resetEmail, ({ owner, params }) => texts.resetEmail(owner, params.id, params))
  bind(followUpRoutes.listEnrolments, ({ owner, params, query }) => people.list(owner, params.id, query))
  bind(followUpRoutes.changeEnrolments, ({ owner, params, body }) => people.change(owner, params.id, body))
  bind(followUpRoutes.results, ({ owner, params }) => results.get(owner, params.id))
  bind(followUpRoutes.pause, ({ owner, params }) => sending.pause(owner, params.id))
  bind(followUpRoutes.resume, ({ owner, params }) => sending.resume(owner, params.id))
  bind(followUpRoutes.listHolds, ({ owner }) => people.listHolds(owner))
  bind(followUpRoutes.hold, ({ owner, body }) => people.hold(owner, body))
  bind(followUpRoutes.liftHold, ({ owner, params }) => people.lift(owner, params.id))
}
