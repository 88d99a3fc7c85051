import { accountRoutes } from '@goldpan/contract/accounts'
import type { Database } from '../../db/database.ts'
import type { Binder } from '../../http/bind.ts'
import { clearSessionCookie, SESSION_COOKIE } from '../../http/session-gate.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { OwnData } from './own-data.ts'

export function bindOwnData(
  bind: Binder,
  { db, ownData, sessions }: { db: Database; ownData: OwnData; sessions: Pick<Sessions, 'requireProof'> },
): void {
  bind(accountRoutes.downloadData, ({ owner }) => ownData.download(owner))
  bind(accountRoutes.deleteAccount, async ({ owner, caller }) => {
    await sessions.requireProof(db, caller.request.cookies[SESSION_COOKIE] ?? '')
    const answer = await ownData.deleteAccount(owner)
    clearSessionCookie(caller.reply)
    return answer
  })
}
