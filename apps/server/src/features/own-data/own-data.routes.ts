import { accountRoutes } from '@goldpan/contract/accounts'
import type { Binder } from '../../http/bind.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import type { OwnData } from './own-data.ts'

export function bindOwnData(bind: Binder, ownData: OwnData): void {
  bind(accountRoutes.downloadData, ({ owner }) => ownData.download(owner))
  bind(accountRoutes.deleteAccount, async ({ owner, caller }) => {
    const answer = await ownData.deleteAccount(owner)
    caller.reply.clearCookie(SESSION_COOKIE, { path: '/' })
    return answer
  })
}
