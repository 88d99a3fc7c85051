import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  encodeWeights,
  type LabelWeights,
  MAX_WEIGHT,
  REPLY_LABELS,
  type ReplyLabelName,
} from '../packages/campaign-mail/src/reply-classifier.ts'
import { featuresOf, MAX_FEATURE } from '../packages/campaign-mail/src/reply-features.ts'
import { foldedWords, readText, sentencesOf } from '../packages/campaign-mail/src/reply-text.ts'
import { ownText, textOfNote } from '../packages/campaign-mail/src/visible-reply.ts'
import { withoutFooters } from '../packages/campaign-mail/src/without-footers.ts'

/**
 * Learns from the labelled replies of the fixtures by which weights replies are labelled, in about a minute, and
 * writes reply-weights.generated.ts. Equal fixtures give equal weights.
 */
const folder = join(import.meta.dirname, '../packages/campaign-mail')

/** A reply whose label is only known not to be stop has none. */
export interface Example {
  label: string | null
  text: string
  automatic?: boolean
}

/** The features of a text, of those kept, each with its value. */
interface Row {
  features: Int32Array
  values: Float32Array
}

interface Examples {
  labels: (string | null)[]
  wholes: Row[]
  sentences: { row: Row; of: number }[]
}

/** Features that fewer replies have say nothing of others. */
const MIN_REPLIES = 2
const PASSES = 20
const COST = 1
/** Of stop, which matters most, and of each other label. */
const MAX_FEATURES_OF_STOP = 30_000
const MAX_FEATURES = 3_500

export function learn(examples: readonly Example[]): Record<ReplyLabelName, LabelWeights> {
  const read = prepare(examples)
  const learned = REPLY_LABELS.map((label): [ReplyLabelName, LabelWeights] => {
    const most = label === 'stop' ? MAX_FEATURES_OF_STOP : MAX_FEATURES
    return [label, quantized(learnLabel(read, label, most))]
  })
  return Object.fromEntries(learned) as Record<ReplyLabelName, LabelWeights>
}

function prepare(examples: readonly Example[]): Examples {
  const split = examples.map(({ text, automatic }) =>
    sentencesOf(readText(withoutFooters(automatic ? textOfNote(text) : ownText(text))))
      .filter(({ from, to }) => to - from > 1)
      .map((sentence) => featuresOf(foldedWords(sentence))),
  )
  const wholes = split.map((lines) =>
    [0, 1, 2].map((kind) => new Set(lines.flatMap((sets) => [...sets[kind]!]))),
  )
  const replies = new Uint16Array(MAX_FEATURE)
  for (const sets of wholes) for (const set of sets) for (const feature of set) replies[feature]! += 1
  const isKept = (feature: number) => replies[feature]! >= MIN_REPLIES
  return {
    labels: examples.map(({ label }) => label),
    wholes: wholes.map((sets) => toRow(sets, isKept)),
    sentences: split.flatMap((lines, of) => lines.map((sets) => ({ row: toRow(sets, isKept), of }))),
  }
}

function toRow(sets: readonly Set<number>[], isKept: (feature: number) => boolean): Row {
  const pairs = sets.flatMap((set) => {
    const value = 1 / Math.sqrt(set.size)
    return [...set].filter(isKept).map((feature) => ({ feature, value }))
  })
  return {
    features: Int32Array.from(pairs, ({ feature }) => feature),
    values: Float32Array.from(pairs, ({ value }) => value),
  }
}

interface Model {
  weights: Float64Array
  bias: number
}

function scoreOf({ weights, bias }: Model, { features, values }: Row): number {
  let score = bias
  for (let n = 0; n < features.length; n += 1) score += weights[features[n]!]! * values[n]!
  return score
}

interface Wanted {
  row: Row
  isWanted: boolean
}

/** A linear support vector machine with squared hinge loss, by dual coordinate descent. */
function descend(rows: readonly Wanted[]): Model {
  const model = { weights: new Float64Array(MAX_FEATURE), bias: 0 }
  const alphas = new Float64Array(rows.length)
  const slack = 1 / (2 * COST)
  const norms = rows.map(({ row }) => row.values.reduce((sum, value) => sum + value * value, 1 + slack))
  const order = [...rows.keys()]
  for (let pass = 0; pass < PASSES; pass += 1) {
    shuffle(order, pass)
    for (const at of order) {
      const { row, isWanted } = rows[at]!
      const sign = isWanted ? 1 : -1
      const gradient = sign * scoreOf(model, row) - 1 + alphas[at]! * slack
      const next = Math.max(0, alphas[at]! - gradient / norms[at]!)
      const step = (next - alphas[at]!) * sign
      if (step === 0) continue
      alphas[at] = next
      model.bias += step
      for (let n = 0; n < row.features.length; n += 1)
        model.weights[row.features[n]!]! += step * row.values[n]!
    }
  }
  return model
}

function shuffle(order: number[], seed: number): void {
  let random = seed + 1
  for (let at = order.length - 1; at > 0; at -= 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    const other = random % (at + 1)
    const moved = order[at]!
    order[at] = order[other]!
    order[other] = moved
  }
}

/** Of a reply with the label, the sentence that says it most is learned as well; of others, no sentence says it. */
function learnLabel({ labels, wholes, sentences }: Examples, label: ReplyLabelName, most: number): Model {
  const isKnown = (at: number) => label === 'stop' || labels[at] !== null
  const ofReplies = wholes.flatMap((row, at) =>
    isKnown(at) ? [{ row, isWanted: labels[at] === label }] : [],
  )
  const ofOthers = sentences.flatMap(({ row, of }) =>
    labels[of] !== label && isKnown(of) ? [{ row, isWanted: false }] : [],
  )
  const saying = (model: Model): Wanted[] => {
    const best = new Map<number, { row: Row; score: number }>()
    for (const { row, of } of sentences) {
      if (labels[of] !== label) continue
      const score = scoreOf(model, row)
      if (score > (best.get(of)?.score ?? Number.NEGATIVE_INFINITY)) best.set(of, { row, score })
    }
    return [...best.values()].map(({ row }) => ({ row, isWanted: true }))
  }
  const first = descend(ofReplies)
  const second = descend([...ofReplies, ...saying(first), ...ofOthers])
  const isHeavy = heaviest(second, most)
  return descend(
    [...ofReplies, ...saying(second), ...ofOthers].map(({ row, isWanted }) => ({
      row: onlyOf(row, isHeavy),
      isWanted,
    })),
  )
}

function heaviest({ weights }: Model, most: number): Uint8Array {
  const sorted = Array.from(weights.keys())
    .filter((at) => weights[at] !== 0)
    .sort((a, b) => Math.abs(weights[b]!) - Math.abs(weights[a]!))
  const isHeavy = new Uint8Array(MAX_FEATURE)
  for (const feature of sorted.slice(0, most)) isHeavy[feature] = 1
  return isHeavy
}

function onlyOf({ features, values }: Row, isHeavy: Uint8Array): Row {
  const kept = Array.from(features.keys()).filter((n) => isHeavy[features[n]!])
  return {
    features: Int32Array.from(kept, (n) => features[n]!),
    values: Float32Array.from(kept, (n) => values[n]!),
  }
}

function quantized({ weights, bias }: Model): LabelWeights {
  const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MAX_WEIGHT
  const rounded = new Map<number, number>()
  weights.forEach((weight, feature) => {
    const whole = Math.round(weight / unit)
    if (whole !== 0) rounded.set(feature, whole)
  })
  return { bias: Number(bias.toFixed(4)), unit: Number(unit.toFixed(5)), weights: encodeWeights(rounded) }
}

export const write = (learned: Record<ReplyLabelName, LabelWeights>): void =>
  writeFileSync(
    join(folder, 'src/reply-weights.generated.ts'),
    `/** Written by tools/train-replies.ts. */
export const REPLY_WEIGHTS = ${JSON.stringify(learned, null, 2)}
`,
  )

const read = (name: string): Example[] =>
  readFileSync(join(folder, `test/fixtures/labels/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ label: null, ...(JSON.parse(line) as Omit<Example, 'label'>) }))

if (import.meta.main) write(learn([...read('tuned'), ...read('not-stops')]))
