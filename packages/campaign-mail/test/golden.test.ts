import { readFile } from 'node:fs/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildMessage, dkimRecord } from '../src/campaign-mail.ts'
import { fieldValues, type HeaderField, splitMessage } from '../src/message-bytes.ts'
import { ED25519_KEY, goldenMessages } from './golden-messages.ts'
import { KEY } from './sample-message.ts'

/** Written as they are on one line; what readers decode is compared as they decode it. */
const VERBATIM = [
  ...['mime-version', 'list-id', 'list-unsubscribe', 'list-unsubscribe-post'],
  ...['feedback-id', 'x-app-loop', 'content-language'],
]

/** What a person, a mail program and a receiving server get of a message, whatever its bytes are. */
async function read(raw: Buffer) {
  const { fields } = splitMessage(raw)
  const email = await PostalMime.parse(raw)
  const { from, to, cc, bcc, replyTo, subject, messageId, inReplyTo, references, date } = email
  return {
    names: fields.map(({ key }) => key).sort(),
    decoded: { from, to, cc, bcc, replyTo, subject, messageId, inReplyTo, references, date },
    verbatim: VERBATIM.map((name) => [name, fieldValues(fields, name)]),
    contentType: fieldValues(fields, 'content-type')[0]?.split(';')[0],
    parts: partTypes(raw),
    text: lines(email.text),
    html: lines(email.html),
    attachments: email.attachments.length,
    signatures: fieldValues(fields, 'dkim-signature').map(readSignature),
  }
}

const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trimEnd()

/** The type, charset and encoding of each part, in their order. */
const partTypes = (raw: Buffer) =>
  raw
    .toString('latin1')
    .split(/\r\n--[^\r\n]+\r\n/)
    .slice(1)
    .map((part) => toTypes(splitMessage(Buffer.from(part, 'latin1')).fields))

const toTypes = (fields: HeaderField[]) =>
  ['content-type', 'content-transfer-encoding'].map((name) => fieldValues(fields, name))

function readSignature(value: string) {
  const tags = new Map(value.split(';').map((tag) => tag.trim().split(/=(.*)/s) as [string, string]))
  const covered = tags.get('h')!.replace(/\s/g, '').split(':').sort()
  return {
    algorithm: tags.get('a'),
    form: tags.get('c'),
    domain: tags.get('d'),
    selector: tags.get('s'),
    covered,
  }
}

/** An independent verifier, with our two records as the only ones in the DNS. */
async function verify(raw: Buffer): Promise<string[]> {
  const records = [dkimRecord(KEY), dkimRecord(ED25519_KEY)]
  const resolver = async (name: string) => {
    const found = records.find((record) => record.name === name)
    if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    return [found.chunks]
  }
  const { results } = await dkimVerify(raw, { resolver })
  return results.map(({ status }) => status.result).filter((result) => result !== 'none')
}

test.each(Object.entries(goldenMessages))(
  'the message "%s" says to a reader what its golden file says, and is signed as that is',
  async (name, message) => {
    const golden = await readFile(new URL(`fixtures/golden/${name}.eml`, import.meta.url))
    const { raw } = await buildMessage(message)
    expect(await read(raw)).toEqual(await read(golden))
    expect(await verify(raw)).toEqual((message.dkim ?? []).map(() => 'pass'))
  },
)
