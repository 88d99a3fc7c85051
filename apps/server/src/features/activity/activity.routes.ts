import { activityRoutes } from '@goldpan/contract/activity'
import type { Binder } from '../../http/bind.ts'
import type { Activity } from './activity.ts'

export function bindActivity(bind: Binder, activity: Activity): void {
  bind(activityRoutes.list, ({ owner, params }) => activity.list(owner, params.id))
}
