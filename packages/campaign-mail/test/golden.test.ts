import { readFile } from 'node:fs/promises'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildMessage } from '../src/campaign-mail.ts'
import { fieldValues, splitMessage } from '../src/message-bytes.ts'
import { ED25519_KEY, goldenMessages } from './golden-messages.ts'
import { verifyByMailauth } from './mailauth.ts'
import { KEY } from './sample-message.ts'

/** Compared as written, on one line; all other headers are compared decoded. */
const VERBATIM = [
  'mime-version',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'x-app-loop',
  'content-language',
]

/** A message as a person, a mail program and a receiving server see it, whatever its bytes are. */
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

/** The type and charset of each part, in order. Encodings may differ: a reader never sees them. */
const partTypes = (raw: Buffer) =>
  raw
    .toString('latin1')
    .split(/\r\n--[^\r\n]+\r\n/)
    .slice(1)
    .map((part) => fieldValues(splitMessage(Buffer.from(part, 'latin1')).fields, 'content-type'))

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

test.each(Object.entries(goldenMessages))(
  'the message "%s" reads and is signed as its golden file',
  async (name, message) => {
    const golden = await readFile(new URL(`fixtures/golden/${name}.eml`, import.meta.url))
    const { raw } = await buildMessage(message)
    expect(await read(raw)).toEqual(await read(golden))
    const signatures = await verifyByMailauth(raw, [KEY, ED25519_KEY])
    expect(signatures.map(({ result }) => result)).toEqual((message.dkim ?? []).map(() => 'pass'))
  },
)
