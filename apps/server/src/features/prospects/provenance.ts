import { listedIn } from '@goldpan/contract/directories'
import { pick, prospectFields, toldFields } from '@goldpan/contract/fields'
import { type ProvenanceRecord, provenanceRoutes } from '@goldpan/contract/provenance'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder, SentFile } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { dayOf, NAMED_IN_REPLY } from './prospects.rules.ts'
import type { Prospect, Prospects } from './prospects.ts'
import { quoteFor } from './quote.rules.ts'

export interface ProvenanceDeps {
  db: Database
  accounts: Pick<Accounts, 'getUser'>
  prospects: Pick<Prospects, 'listByIds'>
}

/** Writes the answer to 'Where did you get my address?'. */
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

export function bindProvenance(bind: Binder, provenance: Provenance): void {
  bind(provenanceRoutes.get, ({ owner, params }) => provenance.answer(owner, params.id))
  bind(provenanceRoutes.export, ({ owner, params, query }) =>
    provenance.exportFile(owner, params.id, query.format),
  )
}

/** Methods in plain words. All others read addresses that the page hides from programs. */
const METHODS: Record<string, string> = {
  mailto: 'an email link',
  'plain-text': 'the text of the page',
  'bracket-words': 'the text of the page, with words instead of signs',
  'spaced-at': 'the text of the page, with spaces between the signs',
  'json-ld': 'the data of the page for search engines',
  microdata: 'the data of the page for search engines',
  hcard: 'a contact card on the page',
  vcard: 'a contact card file of the website',
  pdf: 'a document linked on the page',
  [NAMED_IN_REPLY]: 'a reply to an email',
}
const HIDDEN = 'text that the page shows to visitors only'

function wordsFor(method: string | null): string | null {
  const listing = listedIn(method)
  if (listing) return `the entry of the business in ${listing.directory}`
  return method === null ? null : (METHODS[method] ?? HIDDEN)
}

function toRecord(row: Prospect): ProvenanceRecord {
  return {
    email: row.email,
    origin: originOf(row),
    ...pick(row, toldFields),
    source_url: row.source_url,
    found_at: row.found_at,
    method: row.source_method,
    method_in_words: wordsFor(row.source_method),
    snippet: row.source_snippet && quoteFor(row.source_snippet, askerOf(row)),
    found_email: row.found_email,
    no_solicitation: row.no_solicitation,
    added_at: row.created_at,
  }
}

function originOf({ source_url, source_method }: Prospect): ProvenanceRecord['origin'] {
  if (source_method === NAMED_IN_REPLY) return 'reply'
  if (listedIn(source_method)) return 'directory'
  return source_url === null ? 'hand' : 'website'
}

const askerOf = ({ email, found_email, phone }: Prospect) => ({
  emails: [email, found_email ?? email],
  phone,
})

const ANSWER_SUBJECT = 'Where I got your address'

function writeAnswer(record: ProvenanceRecord, sender: string): string {
  const name = [record.first_name, record.last_name].filter(Boolean).join(' ')
  return [
    name ? `Hello ${name},` : 'Hello,',
    `you asked where I got your address (${record.email}). Thank you for asking; this is everything I know.`,
    ...originParagraphs(record),
    keptWith(record),
    'If you do not want to hear from me, just reply with a word: I will delete these details and never write to you again.',
    `Kind regards\n${sender}`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function originParagraphs(record: ProvenanceRecord): string[] {
  if (record.origin === 'website') return originOnWebsite(record)
  if (record.origin === 'directory') return originInDirectory(record)
  return [record.origin === 'reply' ? originInReply(record) : originByHand(record)]
}

function originOnWebsite(record: ProvenanceRecord): string[] {
  const { source_url, found_at, method_in_words, snippet, found_email } = record
  const day = found_at ? ` on ${dayOf(found_at)}` : ''
  const address = found_email ? `the address ${found_email}` : 'it'
  const paragraphs = [
    `A program that reads the public pages of business websites found ${address}${day} on this page:\n${source_url}\nIt was in ${method_in_words}.`,
  ]
  if (snippet) paragraphs.push(`The page said: “${snippet.replace(/\s+/g, ' ').trim()}”`)
  if (found_email) paragraphs.push('I have since corrected the address by hand.')
  return paragraphs
}

function originInDirectory(record: ProvenanceRecord): string[] {
  const { source_url, found_at, method, method_in_words, snippet, found_email } = record
  const day = found_at ? ` on ${dayOf(found_at)}` : ''
  const address = found_email ? `The address ${found_email}` : 'It'
  const page = source_url ? `:\n${source_url}` : '.'
  const paragraphs = [
    `${address} was in ${method_in_words}, a public directory, when I read that${day}${page}`,
  ]
  if (snippet) paragraphs.push(`The entry said: “${snippet}”`)
  if (listedIn(method)?.isEdited) paragraphs.push('I had edited my copy of the entry by hand before.')
  if (found_email) paragraphs.push('I have since corrected the address by hand.')
  return paragraphs
}

const originInReply = ({ added_at }: ProvenanceRecord) =>
  `Somebody I had written to named it to me in a reply on ${dayOf(added_at)}.`

const originByHand = ({ added_at }: ProvenanceRecord) =>
  `I added it myself, by hand or from a list, on ${dayOf(added_at)}; no program found it.`

function keptWith(record: ProvenanceRecord): string {
  const told = toldFields
    .filter((field) => record[field])
    .map((field) => {
      const { kind, toldAs } = prospectFields[field]
      return kind === 'name' ? toldAs : `${toldAs} (${record[field]})`
    })
  const kept = [...new Set(told)]
  if (kept.length === 0) return 'I store nothing else about you.'
  return `Besides the address I store ${kept.join(', ')}.`
}

/** One line per value. */
function writeRecord(record: ProvenanceRecord): string {
  return Object.entries(record)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join('\r\n')
}
