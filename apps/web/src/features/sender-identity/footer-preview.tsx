import { EXAMPLE_ADDRESS, postalLines, type SenderIdentity } from '@goldpan/contract/sender-identity'
import { personName } from '../../lib/person-name.ts'
import { useSession } from '../../lib/use-session.ts'

/** The identity as typed: empty where nothing is. */
export type TypedIdentity = Record<keyof SenderIdentity, string>

/** The footer of a campaign email in English, as the server builds it. */
export function FooterPreview({ identity }: { identity: TypedIdentity }) {
  const { user } = useSession()
  const { register_line, privacy_url, ...address } = identity
  const lines = postalLines(address)
  const shown = lines.length > 0 ? [...lines, register_line.trim()] : [EXAMPLE_ADDRESS]
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-sm font-medium text-ink">Footer of your emails</figcaption>
      <div className="rounded-md border border-line bg-sunken p-3 text-sm break-words text-ink-muted">
        <p>This message was sent to sam@bakery.example by {personName(user ?? {})}.</p>
        {shown.filter(Boolean).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a company and its town may have one name
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
        {privacy_url.trim() && <p className="underline">Privacy</p>}
        <p className="underline">Unsubscribe</p>
      </div>
    </figure>
  )
}
