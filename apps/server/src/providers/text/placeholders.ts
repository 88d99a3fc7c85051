const PATTERN = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

export interface Placeholder {
  name: string
  fallback: string | null
}

/** All `{{name}}` and `{{name|fallback}}`, in order, known or not. */
export function findPlaceholders(text: string): Placeholder[] {
  return [...text.matchAll(PATTERN)].map((match) => ({
    name: (match[1] ?? '').trim(),
    fallback: match[2] === undefined ? null : match[2].trim(),
  }))
}

/** Replaces all placeholders, to read the rest as plain text. */
export function replacePlaceholders(text: string, replace: (placeholder: Placeholder) => string): string {
  return text.replace(PATTERN, (_, name: string, fallback: string | undefined) =>
    replace({ name: name.trim(), fallback: fallback === undefined ? null : fallback.trim() }),
  )
}

/** Counts words; a placeholder is one. */
export function countWords(text: string): number {
  const plain = replacePlaceholders(text, () => 'x')
  const spaced = plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  // Chinese, Japanese and Thai have no spaces; two characters count as a word.
  const unspaced = plain.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  return spaced + Math.floor(unspaced / 2)
}
