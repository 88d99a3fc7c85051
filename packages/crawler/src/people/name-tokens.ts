import { remember } from '../remember.ts'
import { isGivenName } from './given-names.ts'
import { hasSmallStart, isGaelicArticle, isGaelicParticle, isHonorific, isParticle } from './name-words.ts'

export interface Token {
  text: string
  from: number
  to: number
  kind: TokenKind
}

type TokenKind = 'name' | 'particle' | 'initial' | 'honorific' | 'break'

interface Word {
  kind: TokenKind
  /** Without trailing punctuation. */
  length: number
}

const wordOf = remember(classify)

function classify(raw: string): Word {
  if (isGaelicParticle(raw)) return { kind: 'particle', length: raw.length }
  if (/^\p{Lu}\.?$/u.test(raw)) return { kind: 'initial', length: raw.length }
  const isForm =
    isHonorific(raw) &&
    (raw.includes('.') || !isGivenName(raw) || /^(?:Don|Frau|Herr|Pan|Pani|Sir)$/.test(raw))
  if (isForm) return { kind: 'honorific', length: raw.length }
  const text = raw.replace(/[.-]+$/, '')
  const isName = (/^\p{Lu}/u.test(text) && !/\../.test(text)) || hasSmallStart(text)
  return { kind: isName ? 'name' : isParticle(text) ? 'particle' : 'break', length: text.length }
}

/** Letters and combining marks of any script: everything above Latin-1 except punctuation. */
function isLetter(code: number): boolean {
  if (code < 0xc0)
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      code === 0xaa ||
      code === 0xb5 ||
      code === 0xba
    )
  return (
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x2bff) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff20)
  )
}

function isInnerSign(code: number): boolean {
  // ' ’ . -
  return code === 39 || code === 0x2019 || code === 46 || code === 45
}

/** Splits text into words, and breaks where there is a sign between them. */
export function tokensOf(part: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < part.length) {
    const code = part.charCodeAt(at)
    if (code === 32 || code === 0xa0 || code === 10) {
      at++
    } else if (isLetter(code) || isShortParticle(part, at)) {
      let end = at + 1
      while (end < part.length && (isLetter(part.charCodeAt(end)) || isInnerSign(part.charCodeAt(end)))) end++
      tokens.push(tokenAt(part, at, end))
      at = end
    } else {
      tokens.push({ text: part[at]!, from: at, to: at + 1, kind: 'break' })
      at++
    }
  }
  return tokens
}

/** The Dutch 't and 's. */
function isShortParticle(part: string, at: number): boolean {
  return /['’‘]/.test(part[at]!) && (part[at + 1] === 't' || part[at + 1] === 's') && part[at + 2] === ' '
}

function tokenAt(part: string, from: number, end: number): Token {
  const raw = part.slice(from, end)
  if (part[from - 1] === '@' || part[end] === '@') return { text: raw, from, to: end, kind: 'break' }
  const { kind, length } = wordOf(raw)
  return { text: raw.slice(0, length), from, to: from + length, kind }
}

/** 'José Ortega y Gasset' is one person, 'Ana López y Luis Gil' are two. */
function joinsFamilies(run: readonly Token[], token: Token, next: Token | undefined): boolean {
  return (
    token.text === 'y' &&
    next?.kind === 'name' &&
    !isGivenName(next.text) &&
    !/^(?:asociad|hij|herman|compañ|socios)/i.test(next.text) &&
    run.filter(({ kind }) => kind === 'name').length >= 2
  )
}

/** Groups names, initials and particles that have no sign between them. */
export function runsOf(part: string): Token[][] {
  const runs: Token[][] = []
  let run: Token[] = []
  const end = (): void => {
    if (run.some(({ kind }) => kind === 'name')) runs.push(run)
    run = []
  }
  const tokens = tokensOf(part)
  for (const [index, token] of tokens.entries()) {
    const last = run.at(-1)
    if (isGaelicArticle(token.text, last?.text) || joinsFamilies(run, token, tokens[index + 1]))
      token.kind = 'particle'
    if (token.kind === 'break' || (last && token.from - last.to > 2)) end()
    if (token.kind === 'break') continue
    run.push(token)
    // A full stop ends a sentence, except in 'Dr.' and 'J.'
    if (token.kind === 'name' && part[token.to] === '.') end()
  }
  end()
  return runs
}
