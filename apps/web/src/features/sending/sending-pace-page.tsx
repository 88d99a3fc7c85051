import { SkeletonCard, SkeletonFields } from '../../ui/skeleton.tsx'
import { EmailOptionPage } from './email-option-page.tsx'
import { PaceForm } from './pace-form.tsx'
import { usePace } from './sending-pace.queries.ts'

/** How an account's mail is spread over the days, so that mail providers keep trusting its sender. */
export function SendingPacePage() {
  return (
    <EmailOptionPage
      title="Sending pace"
      description="Mail providers trust senders who write steadily. This holds for all of your campaigns together."
      loading="Loading the sending pace"
      coming={
        <div className="flex max-w-2xl flex-col gap-4">
          {[3, 4].map((count) => (
            <SkeletonCard key={count}>
              <SkeletonFields count={count} hasButton={false} />
            </SkeletonCard>
          ))}
        </div>
      }
      loaded={usePace()}
    >
      {(saved) => <PaceForm saved={saved} />}
    </EmailOptionPage>
  )
}
