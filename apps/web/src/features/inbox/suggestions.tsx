import { answeringFallbacks, type Suggestion } from '@goldpan/contract/answering'
import { Sparkles } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { type ApiError, isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { createStore } from '../../lib/store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
        variant="ghost"
        icon={<Sparkles aria-hidden="true" />}
        className="@max-md:min-w-control"
        busy={isPending && 'Suggesting…'}
        aria-disabled={noModel ? true : undefined}
        aria-describedby={noModel ? id : undefined}
        title={noModel ?? 'Suggest'}
        onClick={noModel ? undefined : load}
      >
        <span className="@max-md:sr-only">Suggest</span>
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

/** The suggested answers, to choose one. */
export function SuggestionCards({ suggestions: { found, close }, onUse }: SuggestionCardsProps) {
  const id = useId()
  if (!found?.length) return null
  return (
    <Dialog open size="lg" title="Suggested answers" description="Nothing is sent by itself." onClose={close}>
      <ul className="flex flex-col gap-3">
        {found.map(({ kind, text }) => (
          <li key={kind} className="flex flex-col gap-2 rounded-lg border border-line p-3">
            <div className="flex items-center justify-between gap-2">
              <h3 id={`${id}-${kind}`} className="font-medium">
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
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Why there are none. */
export function NoSuggestions({ suggestions: { found, failure, close } }: { suggestions: Suggestions }) {
  if (!failure && found?.length !== 0) return null
  return (
    <Banner kind={failure ? 'error' : 'info'} announce onDismiss={close}>
      {failure ?? 'No suggestion could be made from what this conversation says.'}
    </Banner>
  )
}
