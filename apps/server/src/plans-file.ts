import { readFileSync } from 'node:fs'
import {
  type Cap,
  type Caps,
  defaultPlans,
  type PaidPlan,
  type Plans,
  planNames,
} from '@goldpan/contract/plans'
import { z } from 'zod'
import { StartUpError } from './db/start-up-error.ts'
import { JsonFault, type JsonWithLines, parseJsonWithLines } from './json-lines.ts'

/** The largest cap, for plans and for single accounts. */
export const CAP_MAX = 1_000_000_000
const PRICE_MAX = 100_000

const isCap = (value: unknown): value is number | 'unlimited' =>
  value === 'unlimited' || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= CAP_MAX)

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' &&
  value >= 0 &&
  value <= PRICE_MAX &&
  Number.isInteger(Number((value * 100).toFixed(6)))

/** Every sentence goes on after the name of the field and its plan. */
const cap = z
  .custom<number | 'unlimited'>(isCap, {
    error: ({ input }) =>
      input === undefined
        ? 'is missing; a plan names searches, generations and emails'
        : `is ${JSON.stringify(input)}, but it must be a whole number from 0 to ${CAP_MAX.toLocaleString('en')}, or "unlimited"`,
  })
  .transform((value): Cap => (value === 'unlimited' ? null : value))

const caps = { searches: cap, generations: cap, emails: cap }
const error = ({ code, input }: { code: string; input?: unknown }) =>
  code === 'invalid_type' ? `is ${JSON.stringify(input)}, but it must be a plan in { }` : undefined
const unpaid = z.strictObject(caps, { error })
const paid = z.strictObject(
  {
    ...caps,
    /** US dollars a month. */
    price: z
      .custom<number>(isPrice, {
        error: ({ input }) =>
          `is ${JSON.stringify(input)}, but it must be dollars and cents, such as 12 or 12.50, up to ${PRICE_MAX.toLocaleString('en')}`,
      })
      .optional(),
    price_id: z
      .string({ error: ({ input }) => `is ${JSON.stringify(input)}, but it must be a price id in quotes` })
      .min(1, 'is empty, but it must be a price id')
      .optional(),
  },
  { error },
)
const plansFile = z.strictObject(
  {
    test: unpaid.optional(),
    free: unpaid.optional(),
    basic: paid.optional(),
    premium: paid.optional(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type' ? 'the file must be one object of plans, in { }' : undefined,
  },
)
type PlansFile = z.infer<typeof plansFile>

/** Price ids of the payment provider, by their settings. */
interface PriceIds {
  priceBasic: string | null
  pricePremium: string | null
}

/** Plans and price ids of an installation. A plan that the file doesn't name keeps its default. */
export function readPlans(given: PriceIds & { plansFile: string | null }): PriceIds & { plans: Plans } {
  const { plansFile: file, priceBasic, pricePremium } = given
  if (file === null) return { plans: defaultPlans, priceBasic, pricePremium }
  const { read, lineOf } = parsePlans(file)
  const choose = (plan: PaidPlan, setting: string, fromSetting: string | null): string | null => {
    const fromFile = read[plan]?.price_id
    if (fromFile !== undefined && fromSetting !== null && fromFile !== fromSetting)
      throw refuse(
        file,
        lineOf([plan, 'price_id']),
        `price_id of ${plan} is "${fromFile}", but ${setting} is "${fromSetting}"; keep one of them`,
      )
    return fromFile ?? fromSetting
  }
  return {
    plans: toPlans(read),
    priceBasic: choose('basic', 'STRIPE_PRICE_BASIC', priceBasic),
    pricePremium: choose('premium', 'STRIPE_PRICE_PREMIUM', pricePremium),
  }
}

function toPlans(read: PlansFile): Plans {
  const toCaps = (plan: keyof PlansFile): Caps => {
    const named = read[plan]
    return named
      ? {
          business_searches: named.searches,
          email_generations: named.generations,
          emails_sent: named.emails,
        }
      : defaultPlans.caps[plan]
  }
  const toCents = (plan: PaidPlan): number => {
    const price = read[plan]?.price
    return price === undefined ? defaultPlans.prices[plan] : Math.round(price * 100)
  }
  return {
    caps: { test: toCaps('test'), free: toCaps('free'), basic: toCaps('basic'), premium: toCaps('premium') },
    prices: { basic: toCents('basic'), premium: toCents('premium') },
  }
}

function parsePlans(file: string): { read: PlansFile; lineOf: JsonWithLines['lineOf'] } {
  try {
    const { value, lineOf } = parseJsonWithLines(readText(file))
    const result = plansFile.safeParse(value)
    if (result.success) return { read: result.data, lineOf }
    throw refuse(file, ...describeIssue(result.error.issues[0]!, lineOf))
  } catch (error) {
    throw error instanceof JsonFault ? refuse(file, error.line, error.message) : error
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartUpError(
      `The setting PLANS_FILE names ${file}, which can't be read (${code}). Nothing was started.`,
    )
  }
}

/** The line and the reason. */
function describeIssue(
  issue: z.core.$ZodIssue,
  lineOf: JsonWithLines['lineOf'],
): [line: number, reason: string] {
  const [plan, field] = issue.path
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    const line = lineOf([...issue.path, name])
    if (plan === undefined)
      return [line, `"${name}" is not a plan; the plans are ${Object.keys(planNames).join(', ')}`]
    const shape = plan === 'basic' || plan === 'premium' ? paid.shape : unpaid.shape
    return [line, `${String(plan)} has no field "${name}"; its fields are ${Object.keys(shape).join(', ')}`]
  }
  const subject = field === undefined ? plan : `${String(field)} of ${String(plan)}`
  return [lineOf(issue.path), `${subject === undefined ? '' : `${String(subject)} `}${issue.message}`]
}

const refuse = (file: string, line: number, reason: string) =>
  new StartUpError(
    `The file of PLANS_FILE, ${file}, is wrong in line ${line}: ${reason}. Nothing was started.`,
  )
