import { Suspense, use } from 'react'
import { formatPhone } from '../../lib/phone.ts'
import { CutText } from '../../ui/cut-text.tsx'

const isUnspaced = (phone: string): boolean => /^\+\d{8,15}$/.test(phone)

/** A number as it is shown: one with its country's code is spaced as that country does it, wherever it comes from. */
export function PhoneNumber({ number }: { number: string | null }) {
  const phone = number ? formatPhone(number) : '–'
  if (!isUnspaced(phone)) return <Shown phone={phone} />
  return (
    <Suspense fallback={<Shown phone={phone} />}>
      <Spaced phone={phone} />
    </Suspense>
  )
}

/** The countries' rules are large: they come when the first such number is shown, and without them it stays as it is. */
const loadRules = () => import('libphonenumber-js/min').catch(() => null)
let rules: ReturnType<typeof loadRules> | undefined

function Spaced({ phone }: { phone: string }) {
  rules ??= loadRules()
  const spaced = use(rules)?.parsePhoneNumberFromString(phone)?.formatInternational()
  return <Shown phone={spaced ?? phone} />
}

const Shown = ({ phone }: { phone: string }) => <CutText className="tabular-nums">{phone}</CutText>
