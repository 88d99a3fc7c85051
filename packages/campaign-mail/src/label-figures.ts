import { labelReply, REPLY_LABELS, type ReplyLabelName } from './label-reply.ts'

/** A reply and the label that it should get. */
export interface LabelledReply {
  label: ReplyLabelName
  text: string
  subject?: string | null
  automatic?: boolean
}

export interface LabelFigures {
  label: ReplyLabelName
  /** Replies that should get this label. */
  replies: number
  /** Precision: the share of replies with this label that should have it. Null if none got it. */
  precision: number | null
  /** Recall: the share of replies that should have this label and got it. Null if there are none. */
  recall: number | null
}

export interface WrongLabel {
  expected: ReplyLabelName
  got: ReplyLabelName
  reason: string
  text: string
}

/** Parses a line of JSON. Throws an error that says what is wrong with it. */
export function readLabelled(line: string): LabelledReply {
  const read = JSON.parse(line) as Partial<LabelledReply>
  if (typeof read !== 'object' || read === null || typeof read.text !== 'string')
    throw new Error('A line needs a "label" and a "text"')
  if (!REPLY_LABELS.includes(read.label as ReplyLabelName)) throw new Error(`No label ${String(read.label)}`)
  return read as LabelledReply
}

/** How well the rules label replies: precision and recall of each label, and each mistake. */
export function measureLabels(
  replies: readonly LabelledReply[],
  today: string,
): { figures: LabelFigures[]; wrong: WrongLabel[] } {
  const labelled = replies.map(({ label, text, subject, automatic }) => {
    const result = labelReply({ text, subject: subject ?? null, isAutomatic: automatic === true }, { today })
    return { expected: label, got: result.label, reason: result.reason, text }
  })
  const figures = REPLY_LABELS.map((label) => {
    const should = labelled.filter(({ expected }) => expected === label)
    const did = labelled.filter(({ got }) => got === label)
    const right = should.filter(({ got }) => got === label).length
    return {
      label,
      replies: should.length,
      precision: share(right, did.length),
      recall: share(right, should.length),
    }
  })
  return { figures, wrong: labelled.filter(({ expected, got }) => expected !== got) }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
