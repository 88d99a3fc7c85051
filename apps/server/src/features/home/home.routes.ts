import { homeRoutes } from '@goldpan/contract/home'
import type { Binder } from '../../http/bind.ts'
import type { Home } from './home.ts'

export function bindHome(bind: Binder, home: Home): void {
  bind(homeRoutes.overview, ({ owner }) => home.getOverview(owner))
  bind(homeRoutes.running, ({ owner }) => home.listRunning(owner))
}
