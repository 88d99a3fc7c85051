import { paths } from '../lib/paths.ts'

export interface TokenSettings {
  tokens: number
  tokens_enabled: boolean
}

/** Only the person who pays for the organization can raise its limits. */
export const adviceOfOthers = (payer: string): LimitAdvice => ({
  text: `Usage counts toward the plan of ${payer}, who owns the organization. Ask them for tokens or a larger plan, or wait until the limit resets.`,
})

export interface LimitAdvice {
  text: string
  action?: { label: string; to: string }
}

/** The advice for this plan and balance. `needed` is the number of missing tokens, if known. */
export function limitAdvice(
  { tokens, tokens_enabled }: TokenSettings,
  { needed, sellsPlans = true }: { needed?: number | undefined; sellsPlans?: boolean | undefined } = {},
): LimitAdvice {
  if (tokens <= 0 && !sellsPlans)
    return {
      text: 'Ask the operator of this installation for tokens or a larger plan, or wait until your limit resets.',
    }
  if (tokens <= 0) {
    return {
      text: 'Buy tokens to continue without waiting for your limit to reset, or upgrade your plan.',
      action: { label: 'Buy Tokens', to: paths.buyTokens },
    }
  }
  if (!tokens_enabled) {
    return {
      text: 'Enable tokens in settings to continue without waiting for your limit to reset.',
      action: { label: 'Enable Tokens', to: paths.settingsTab('tokens') },
    }
  }
  if (needed !== undefined && needed > tokens) {
    return {
      text: `Tokens will be used automatically, but the ${tokens} you have are not enough for the ${needed} still needed.`,
    }
  }
  return { text: 'Tokens will be used automatically for further use until your limit resets.' }
}
