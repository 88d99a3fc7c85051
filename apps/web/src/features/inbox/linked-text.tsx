interface TextLink {
  /** As it was written. */
  text: string
  href: string
  /** Where it leads, as DNS has it. Null for telephone numbers. */
  host: string | null
  /** True if the text begins with another name: 'https://bank.example@evil.example'. */
  isMisleading: boolean
}

/** Without spaces, quotation marks, and characters that control how text is shown. */
const LINK = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"“”\p{Cc}\p{Cf}]{1,2000}/giu
const BRACKETS = { ')': '(', ']': '[', '}': '{' }

/** Splits a text at its links: http, https, mailto and tel. */
export function splitLinks(text: string): (string | TextLink)[] {
  const parts: (string | TextLink)[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(LINK)) {
    const written = withoutEnd(found)
    const link = toLink(written)
    if (!link) continue
    parts.push(text.slice(at, index), link)
    at = index + written.length
  }
  parts.push(text.slice(at))
  return parts.filter((part) => part !== '')
}

/** Drops the punctuation that ends the sentence around a link, and a bracket that was opened before it. */
function withoutEnd(found: string): string {
  let end = found.length
  for (;;) {
    const last = found[end - 1] ?? ''
    const opening = BRACKETS[last as keyof typeof BRACKETS]
    if (!/[.,;:!?'’»]/.test(last) && !(opening && !found.slice(0, end).includes(opening))) break
    end -= 1
  }
  return found.slice(0, end)
}

function toLink(text: string): TextLink | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol === 'tel:') {
    const number = url.pathname.replace(/[().-]/g, '')
    return /^\+?\d{2,20}$/.test(number)
      ? { text, href: `tel:${number}`, host: null, isMisleading: false }
      : null
  }
  if (url.protocol === 'mailto:') {
    const [, host] = /^[^\s@,;]+@([a-z\d.-]+)$/i.exec(url.pathname) ?? []
    return host ? { text, href: `mailto:${url.pathname}`, host, isMisleading: false } : null
  }
  const isMisleading = url.username !== '' || url.password !== ''
  url.username = ''
  url.password = ''
  return { text, href: url.href, host: url.hostname, isMisleading }
}

/** A stranger's text, its links each followed by the host that they lead to. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <bdi key={index}>
        <a
          href={part.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          dir="ltr"
          className="hyperlink wrap-anywhere"
        >
          {part.text}
        </a>
        {part.host !== null &&
          (part.isMisleading ? (
            <strong className="font-medium text-danger-ink"> Careful: leads to {part.host}</strong>
          ) : (
            <span className="text-ink-muted"> ({part.host})</span>
          ))}
      </bdi>
    ),
  )
}
