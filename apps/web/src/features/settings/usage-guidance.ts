import { paths } from '../../lib/paths.ts'

export interface UsageGuidance {
  text: string
  link?: { to: string; label: string }
}

/** Advice for a reached limit, by token balance and setting. */
export function usageGuidance(
  tokens: { tokens: number; tokens_enabled: boolean },
  sellsPlans = true,
): UsageGuidance {
  if (tokens.tokens <= 0 && !sellsPlans)
    return { text: 'To continue without waiting for the reset, ask the operator of this installation.' }
  if (tokens.tokens <= 0)
    return {
      text: 'Buy tokens to continue without waiting for the reset.',
      link: { to: paths.buyTokens, label: 'Buy tokens' },
    }
  if (!tokens.tokens_enabled)
    return {
      text: 'You have tokens: enable them to continue without waiting for the reset.',
      link: { to: paths.settingsTab('tokens'), label: 'Enable tokens' },
    }
  return { text: 'Your tokens are used automatically until the reset.' }
}
