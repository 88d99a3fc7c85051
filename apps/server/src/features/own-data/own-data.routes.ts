import { accountRoutes } from '@goldpan/contract/accounts'
import type { Binder } from '../../http/bind.ts'
import { clearSessionCookie } from '../../http/session-gate.ts'
import type { OwnData } from './own-data.ts'

export function bindOwnData(bind: Binder, ownData: OwnData): void {
  bind(accountRoutes.downloadData, ({ owner }) => ownData.download(owner))
  bind(accountRoutes.deleteAccount, async ({ owner, caller }) => {
    const answer = await ownData.deleteAccount(owner)
    clearSessionCookie(caller.reply)
    return answer
  })
}
