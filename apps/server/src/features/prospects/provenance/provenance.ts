import type { Database } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import type { SentFile } from '../../../http/bind.ts'
import { refuse } from '../../../http/refuse.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Prospects } from '../prospects.ts'
import { ANSWER_SUBJECT, toRecord, writeAnswer, writeRecord } from './provenance.rules.ts'

export interface ProvenanceDeps {
  db: Database
  accounts: Pick<Accounts, 'getUser'>
  prospects: Pick<Prospects, 'listByIds'>
}

/** 'Where did you get my address?' */
export function createProvenance({ db, accounts, prospects }: ProvenanceDeps) {
  async function answer(owner: OwnerId, id: string) {
    const [row] = await prospects.listByIds(db, owner, [id])
    const record = toRecord(row ?? refuse('prospects.not_found'))
    const { first_name, last_name } = await accounts.getUser(db, owner)
    const text = writeAnswer(record, `${first_name} ${last_name}`.trim())
    return { record, subject: ANSWER_SUBJECT, text }
  }

  return {
    answer,

    async exportFile(owner: OwnerId, id: string, format: 'json' | 'text'): Promise<SentFile> {
      const { record, text } = await answer(owner, id)
      const name = `address-of-${record.email.replace(/[^a-z0-9.-]+/gi, '-')}`
      if (format === 'json')
        return {
          content: `${JSON.stringify(record, null, 2)}\n`,
          contentType: 'application/json; charset=utf-8',
          fileName: `${name}.json`,
        }
      return {
        content: `${text.replaceAll('\n', '\r\n')}\r\n\r\n${writeRecord(record)}\r\n`,
        contentType: 'text/plain; charset=utf-8',
        fileName: `${name}.txt`,
      }
    },
  }
}

export type Provenance = ReturnType<typeof createProvenance>
