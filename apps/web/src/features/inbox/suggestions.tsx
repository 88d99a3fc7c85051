import { answeringFallbacks, type Suggestion } from '@goldpan/contract/answering'
import { Sparkles, X } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { type ApiError, isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { createStore } from '../../lib/store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSuggest } from './answer.queries.ts'

/** The installation has no text provider: learned from the first refusal. */
export const noModelReason = createStore<string | null>(null)

/** Suggested answers of a conversation, loaded on request. */
export function useSuggestions(conversationId: string) {
  const { data, error, isPending, mutate, reset } = useSuggest(conversationId)
  const noModel = useSyncExternalStore(noModelReason.subscribe, noModelReason.get)
  return {
    noModel,
    isPending,
    found: data,
    failure: error && !isNoModel(error) ? errorText(error, answeringFallbacks.suggest) : null,
    load: () =>
      mutate(undefined, { onError: (error) => isNoModel(error) && noModelReason.set(error.message) }),
    close: reset,
  }
}

const isNoModel = (error: unknown): error is ApiError => isApiError(error) && error.code === 'inbox.no_model'

export type Suggestions = ReturnType<typeof useSuggestions>

export function SuggestButton({ suggestions }: { suggestions: Suggestions }) {
  const { noModel, isPending, load } = suggestions
  const id = useId()
  return (
    <>
      <Button
        icon={<Sparkles aria-hidden="true" />}
        className="max-sm:px-3.5"
        busy={isPending && 'Suggesting…'}
        aria-disabled={noModel ? true : undefined}
        aria-describedby={noModel ? id : undefined}
        title={noModel ?? undefined}
        onClick={noModel ? undefined : load}
      >
        <span className="max-sm:sr-only">Suggest</span>
      </Button>
      {noModel && (
        <span id={id} className="text-xs text-ink-muted">
          {noModel}
        </span>
      )}
    </>
  )
}

const kindNames: Record<Suggestion['kind'], string> = {
  short: 'Short',
  detailed: 'Detailed',
  decline: 'Decline',
}

interface SuggestionCardsProps {
  suggestions: Suggestions
  onUse: (text: string) => void
}

/** The suggested answers, to choose one. Nothing if none were asked for. */
export function SuggestionCards({ suggestions: { found, failure, close }, onUse }: SuggestionCardsProps) {
  const id = useId()
  if (failure || found?.length === 0)
    return (
      <Banner kind={failure ? 'error' : 'info'} announce onDismiss={close}>
        {failure ?? 'No suggestion could be made from what this conversation says.'}
      </Banner>
    )
  if (!found) return null
  return (
    <section aria-label="Suggested answers" className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          Suggested answers. Nothing is sent by itself.
        </p>
        <IconButton label="Close suggestions" icon={<X aria-hidden="true" />} onClick={close} />
      </div>
      <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {found.map(({ kind, text }) => (
          <li key={kind} className="flex flex-col gap-2 rounded-md border border-line bg-sunken p-3">
            <div className="flex items-center justify-between gap-2">
              <h3 id={`${id}-${kind}`} className="text-sm font-medium">
                {kindNames[kind]}
              </h3>
              <Button
                size="sm"
                aria-describedby={`${id}-${kind}`}
                onClick={() => {
                  close()
                  onUse(text)
                }}
              >
                Use
              </Button>
            </div>
            <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
