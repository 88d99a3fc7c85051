import { limitMessage, usageRoutes } from '@goldpan/contract/usage'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../lib/goldpan-api.ts'
import { hideLimitReached, type LimitReached } from '../lib/limit-reached.ts'
import { paths } from '../lib/paths.ts'
import { useBillingSettings } from '../lib/use-sells-plans.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingScreen } from '../ui/spinner.tsx'
import { adviceOfOthers, type LimitAdvice, limitAdvice, type TokenSettings } from './limit-advice.ts'

/** Assume no tokens until the server has answered. */
const DEFAULT_FLAGS: TokenSettings = { tokens: 0, tokens_enabled: false }

/** Says which monthly limit was reached and what to do. */
export function LimitReachedModal({ limit }: { limit: LimitReached }) {
  const navigate = useNavigate()
  const go = (to: string) => {
    hideLimitReached()
    void navigate(to)
  }
  const [settings, setSettings] = useState<TokenSettings | null>(null)
  const billing = useBillingSettings()
  const sellsPlans = billing.data?.sells_plans
  const [payer, setPayer] = useState<string | null>(null)
  useEffect(() => {
    void Promise.all([readTokenSettings(), readPayer()]).then(([read, other]) => {
      setPayer(other)
      setSettings(read)
    })
  }, [])
  const advice =
    settings && !billing.isPending ? adviceFor(settings, payer, { needed: limit.needed, sellsPlans }) : null
  return (
    <Dialog
      open
      onClose={hideLimitReached}
      size="sm"
      title="Usage limit reached"
      description={limitMessage(limit.usageType)}
      footer={
        <>
          <Button onClick={hideLimitReached}>Cancel</Button>
          {advice && !payer && sellsPlans !== false && (
            <Button onClick={() => go(paths.settingsTab('subscription'))}>Upgrade Subscription</Button>
          )}
          {advice?.action && (
            <Button variant="primary" onClick={() => advice.action && go(advice.action.to)}>
              {advice.action.label}
            </Button>
          )}
        </>
      }
    >
      {advice ? <p className="text-ink-muted">{advice.text}</p> : <LoadingScreen />}
    </Dialog>
  )
}

const adviceFor = (
  settings: TokenSettings,
  payer: string | null,
  options: Parameters<typeof limitAdvice>[1],
): LimitAdvice => (payer ? adviceOfOthers(payer) : limitAdvice(settings, options))

async function readTokenSettings(): Promise<TokenSettings> {
  try {
    return await call(usageRoutes.getTokenSettings)
  } catch (error) {
    console.warn('The token settings could not be read', error)
    return DEFAULT_FLAGS
  }
}

/** The organization's owner, if usage counts on somebody else's plan. */
async function readPayer(): Promise<string | null> {
  try {
    return (await call(usageRoutes.getUsage)).counted_on
  } catch {
    return null
  }
}
