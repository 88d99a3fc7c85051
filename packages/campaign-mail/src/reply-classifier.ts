import { featuresOf, MAX_FEATURE } from './reply-features.ts'
import { foldedWords, type ReadText, type Span, sentencesOf } from './reply-text.ts'
import { REPLY_WEIGHTS } from './reply-weights.generated.ts'

/** In the order of their weights. */
export const REPLY_LABELS = [
  'stop',
  'left_company',
  'away',
  'automatic',
  'wrong_person',
  'meeting',
  'later',
  'not_interested',
  'question',
  'interested',
  'other',
] as const
export type ReplyLabelName = (typeof REPLY_LABELS)[number]

/** How well a label fits: 1 is typical of the label, -1 of others. */
export interface Judgement {
  score: number
  /** The sentence that scores highest. */
  sentence: Span | null
}

export type Judgements = Readonly<Record<ReplyLabelName, Judgement>>

/** Features of one label that outweigh nothing are left out; the others are in the order of their numbers. */
export interface LabelWeights {
  bias: number
  /** Multiplier of the stored weights. */
  unit: number
  /** For each feature its distance from the one before, in digits of base 32, and its weight from -31 to 31. */
  weights: string
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE = 32
export const MAX_WEIGHT = 31
const MAX_SENTENCES = 300

export function encodeWeights(weights: ReadonlyMap<number, number>): string {
  let text = ''
  let last = 0
  for (const [feature, weight] of [...weights].sort(([a], [b]) => a - b)) {
    for (let rest = feature - last; ; rest = Math.floor(rest / BASE)) {
      text += DIGITS[(rest % BASE) + (rest < BASE ? 0 : BASE)]
      if (rest < BASE) break
    }
    text += DIGITS[weight + MAX_WEIGHT]
    last = feature
  }
  return text
}

function* decodeWeights(text: string): Generator<[feature: number, weight: number]> {
  let feature = 0
  for (let at = 0; at < text.length; at += 1) {
    let digit = BASE
    for (let power = 1; digit >= BASE; power *= BASE) {
      digit = DIGITS.indexOf(text[at]!)
      feature += (digit % BASE) * power
      at += 1
    }
    yield [feature, DIGITS.indexOf(text[at]!) - MAX_WEIGHT]
  }
}

interface Weights {
  /** The row of each feature; 0 is that of features without weights. */
  rowOf: Uint16Array
  /** A weight for each label in each row. */
  rows: Float32Array
}

let decoded: Weights | null = null

function readWeights(): Weights {
  const rowOf = new Uint16Array(MAX_FEATURE)
  const rows: number[] = REPLY_LABELS.map(() => 0)
  REPLY_LABELS.forEach((label, column) => {
    const { unit, weights } = REPLY_WEIGHTS[label]
    for (const [feature, weight] of decodeWeights(weights)) {
      if (rowOf[feature] === 0) {
        rowOf[feature] = rows.length / REPLY_LABELS.length
        rows.push(...REPLY_LABELS.map(() => 0))
      }
      rows[rowOf[feature]! * REPLY_LABELS.length + column] = weight * unit
    }
  })
  return { rowOf, rows: Float32Array.from(rows) }
}

/** The score of each label, of a text that has these features. */
function scoresOf(sets: readonly ReadonlySet<number>[]): number[] {
  decoded ??= readWeights()
  const { rowOf, rows } = decoded
  const scores = REPLY_LABELS.map((label) => REPLY_WEIGHTS[label].bias)
  for (const set of sets) {
    const share = 1 / Math.sqrt(set.size)
    for (const feature of set) {
      const row = rowOf[feature]! * REPLY_LABELS.length
      if (row > 0)
        for (let column = 0; column < scores.length; column += 1)
          scores[column]! += rows[row + column]! * share
    }
  }
  return scores
}

/**
 * Scores each label for a text: the mean of the whole text's score and its best sentence's. tools/train-replies.ts
 * learns the weights. Pure.
 */
export function judgeReply(text: ReadText): Judgements {
  const read = sentencesOf(text)
    .filter(({ from, to }) => to - from > 1)
    .slice(-MAX_SENTENCES)
    .map((sentence) => ({ sentence, features: featuresOf(foldedWords(sentence)) }))
  const whole = [0, 1, 2].map((kind) => new Set(read.flatMap(({ features }) => [...features[kind]!])))
  const ofWhole = scoresOf(whole)
  const each = read.map(({ sentence, features }) => ({ sentence, scores: scoresOf(features) }))
  const judgements = REPLY_LABELS.map((label, column): [ReplyLabelName, Judgement] => {
    const best = each.reduce<(typeof each)[number] | null>(
      (found, one) => (found && found.scores[column]! >= one.scores[column]! ? found : one),
      null,
    )
    const score = best ? (ofWhole[column]! + best.scores[column]!) / 2 : ofWhole[column]!
    return [label, { score, sentence: best?.sentence ?? null }]
  })
  return Object.fromEntries(judgements) as Judgements
}
