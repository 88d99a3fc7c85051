/** The fields of one recipient in a delivery status report (RFC 3464). */
export interface RecipientStatus {
  address: string | null
  /** The final recipient, if it differs from the original one. */
  also: string | null
  action: string | null
  status: string | null
  diagnostic: string
}

/** The fields of a message/delivery-status part. */
export interface DeliveryStatus {
  envelope_id: string | null
  recipients: RecipientStatus[]
}

const MAX_RECIPIENTS = 200

/** Reads the fields of a report; tolerates quote marks, missing blank lines and unknown fields. */
export function readDeliveryStatus(text: string): DeliveryStatus {
  const recipients: RecipientStatus[] = []
  let envelopeId: string | null = null
  for (const block of blocksOf(text)) {
    envelopeId ??= block.get('original-envelope-id') ?? null
    const status = recipientOf(block)
    if (status && recipients.length < MAX_RECIPIENTS) recipients.push(status)
  }
  return { envelope_id: envelopeId, recipients }
}

type Block = Map<string, string>

/** Fields grouped by blank lines; a second Final-Recipient also starts a new group. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let block: Block = new Map()
  let last: string | null = null
  const close = () => {
    if (block.size > 0) blocks.push(block)
    block = new Map()
    last = null
  }
  for (const line of text.split('\n')) {
    const field = /^([A-Za-z][A-Za-z0-9-]{2,40}):[ \t]*(.*)$/.exec(line)
    if (field) {
      last = field[1]!.toLowerCase()
      if (last === 'final-recipient' && block.has(last)) close()
      last = field[1]!.toLowerCase()
      if (!block.has(last)) block.set(last, field[2]!.trim())
    } else if (!line.trim()) close()
    else if (last && /^[ \t]/.test(line)) block.set(last, `${block.get(last)} ${line.trim()}`.slice(0, 4_000))
  }
  close()
  return blocks
}

function recipientOf(block: Block): RecipientStatus | null {
  const final = addressOf(block.get('final-recipient') ?? block.get('x-actual-recipient'))
  const original = addressOf(decodeXtext(block.get('original-recipient')))
  const diagnostic = [
    block.get('diagnostic-code'),
    block.get('x-supplementary-info'),
    block.get('x-notes'),
    block.get('x-powermta-bouncecategory'),
  ]
  const action = /^[a-z]+/.exec((block.get('action') ?? '').toLowerCase())?.[0] ?? null
  const statusField = block.get('status') ?? ''
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(statusField)?.[0] ?? null
  const named = block.has('final-recipient') || block.has('original-recipient')
  if (!named && !(action && status)) return null
  const words = [...diagnostic, statusField.replace(/^[\d. ]+/, '')].filter(Boolean).join(' ')
  // The address written to comes first; an alias or forward resolved it to the other.
  const address = original ?? final
  return { address, also: final === address ? null : final, action, status, diagnostic: words }
}

/** `rfc822; <a@b>` in its many spellings; null if it contains no complete address. */
function addressOf(value: string | undefined): string | null {
  const text = value?.replace(/^[^;]{0,40};/, '').slice(0, 1_000) ?? ''
  const found = /[^\s<>;,:"'()]{1,100}@[^\s<>;,:"'()]{1,253}/.exec(x400Address(text) ?? text)
  return found ? found[0].toLowerCase().replace(/\.+$/, '') : null
}

/** RFC 3461 writes '+' and '=' as '+2B' and '+3D'; other pairs of digits belong to the address. */
const decodeXtext = (value: string | undefined): string | undefined =>
  value?.replace(/\+(2B|3D)/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** X.400 writes an Internet address as `/DDA:SMTP=kim(a)slate.example/`. */
function x400Address(text: string): string | null {
  const smtp = /\b(?:dda:)?(?:smtp|rfc-?822)=([^;/\s]{1,300})/i.exec(text)?.[1]
  return (
    smtp
      ?.replace(/\(a\)/gi, '@')
      .replace(/\(([bpqul])\)/gi, (_sign, letter: string) => X400_SIGNS[letter.toLowerCase()] ?? '') ?? null
  )
}

const X400_SIGNS: Readonly<Record<string, string>> = { b: '!', p: '%', q: '"', u: '_', l: '(' }
