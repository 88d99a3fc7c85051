import { accountRoutes } from '@goldpan/contract/accounts'
import type { Binder } from '../../http/bind.ts'
import { clearSessionCookie, SESSION_COOKIE } from '../../http/session-gate.ts'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import type { OwnData } from './own-data.ts'

export function bindOwnData(
  bind: Binder,
  { ownData, sessions }: { ownData: OwnData; sessions: Pick<Sessions, 'requireProof'> },
): void {
  bind(accountRoutes.downloadData, ({ owner }) => ownData.download(owner))
  bind(accountRoutes.deleteAccount, async ({ owner, caller }) => {
    await sessions.requireProof(caller.request.cookies[SESSION_COOKIE] ?? '')
    const answer = await ownData.deleteAccount(owner)
    clearSessionCookie(caller.reply)
    return answer
  })
}
