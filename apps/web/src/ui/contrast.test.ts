import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** WCAG 2.2: text against its ground, and what shows where a control is. */
const TEXT = 4.5
const CONTROL = 3

const css = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
const badge = readFileSync(join(import.meta.dirname, 'badge.tsx'), 'utf8')

type Tokens = Map<string, string>

const tokensOf = (block: string): Tokens =>
  new Map([...block.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]))

/** The text between the braces that follow a selector. */
function blockAfter(selector: string): string {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`No block of ${selector}`)
  return css.slice(start, css.indexOf('}', start))
}

const light = tokensOf(blockAfter('\n:root'))
const dark = tokensOf(blockAfter('\n:root[data-theme="dark"]'))
const darkByMedia = tokensOf(blockAfter(':root:not([data-theme="light"])'))

type Triple = [number, number, number]

function parse(colour: string): Triple {
  const found = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)
  if (!found) throw new Error(`${colour} is no opaque OKLCH colour`)
  return [Number(found[1]), Number(found[2]), Number(found[3])]
}

/** OKLCH to linear sRGB (CSS Color 4, section 10), cut to what a screen can show. */
function toLinear([lightness, chroma, hue]: Triple): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (value: number) => Math.min(1, Math.max(0, value))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function luminance(colour: Triple): number {
  const [r, g, b] = toLinear(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Triple, other: Triple): number {
  const [bright, dim] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const plain = ['ground', 'surface', 'sunken', 'hover']
const meanings = ['info', 'success', 'warning', 'danger']

/** Which colour stands on which grounds, and how far it has to stand out. */
const pairs: readonly (readonly [front: string, grounds: readonly string[], least: number])[] = [
  ['ink', [...plain, 'pressed', 'accent-tint', ...meanings.map((name) => `${name}-tint`)], TEXT],
  ['ink-muted', [...plain, 'pressed', 'accent-tint', ...meanings.map((name) => `${name}-tint`)], TEXT],
  ['ink-faint', plain, TEXT],
  ['accent-ink', [...plain, 'accent-tint'], TEXT],
  ['on-accent', ['accent', 'accent-hover', 'accent-pressed'], TEXT],
  ['on-danger', ['danger', 'danger-hover'], TEXT],
  ...meanings.map((name) => [`${name}-ink`, [...plain, `${name}-tint`], TEXT] as const),
  ['line-strong', ['ground', 'surface', 'sunken'], CONTROL],
  ['focus', [...plain, 'accent-tint'], CONTROL],
  ['danger', ['surface', 'ground'], CONTROL],
  ...[1, 2, 3, 4].map((number) => [`chart-${number}`, ['surface'], CONTROL] as const),
]

test('the dark theme is the same whether the system or the person chose it', () => {
  expect([...darkByMedia]).toEqual([...dark])
  expect(dark.size).toBeGreaterThan(40)
})

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_name, tokens) => {
  const colour = (name: string): Triple => parse(tokens.get(name) ?? '')

  test.each(pairs)('%s can be told from %j: at least %f to 1 (SHELL-19)', (front, grounds, least) => {
    for (const ground of grounds) {
      const ratio = contrast(colour(front), colour(ground))
      expect(ratio, `${front} on ${ground}`).toBeGreaterThanOrEqual(least)
    }
  })

  const hues = [...badge.matchAll(/^ {2}([a-z]+): (\d+),$/gm)].map(
    ([, name, hue]) => [name!, Number(hue)] as const,
  )

  test('a badge of every colour can be read, and its dot be seen (SHELL-19)', () => {
    expect(hues.length).toBe(8)
    for (const [name, hue] of hues) {
      const strength = name === 'grey' ? 0.12 : 1
      const part = (of: string): Triple => [
        Number(tokens.get(`badge-${of}-l`)),
        Number(tokens.get(`badge-${of}-c`)) * strength,
        hue,
      ]
      expect(contrast(part('ink'), part('ground')), `text of ${name}`).toBeGreaterThanOrEqual(TEXT)
      expect(contrast(part('dot'), part('ground')), `dot of ${name}`).toBeGreaterThanOrEqual(CONTROL)
    }
  })
})
