import {
  billingFallbacks,
  packPriceLabel,
  type TokenPackageId,
  tokenPackages,
  tokenPriceLabel,
} from '@goldpan/contract/billing'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.ts'
import { usePurchase } from './billing.queries.ts'

const options = tokenPackages.map((pack) => ({
  value: pack.id,
  label: <strong className="font-semibold">{`${pack.amount} tokens for ${packPriceLabel(pack)}`}</strong>,
  help: tokenPriceLabel(pack),
}))

/** Chooses a token pack; payment is on the provider's page. */
export function BuyTokensDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<TokenPackageId>('tokens_100')
  const purchase = usePurchase()
  // Stays busy until the provider's page has loaded.
  const isLeaving = purchase.isPending || purchase.isSuccess
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLeaving) return
    purchase.mutate(chosen, {
      onError: (error) => void toast.error(errorText(error, billingFallbacks.purchase)),
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Buy Tokens"
      locked={purchase.isPending}
      onSubmit={submit}
      footer={<DialogActions busy={isLeaving && 'Opening…'}>Continue to payment</DialogActions>}
    >
      <RadioGroup
        label="Token pack"
        name="token-pack"
        options={options}
        value={chosen}
        onChange={(value) => setChosen(value as TokenPackageId)}
      />
    </Dialog>
  )
}
