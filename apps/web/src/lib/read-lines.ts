import { errorOfFailure } from './api-error.ts'

/** Streams the lines of an answer, without empty ones. Throws ApiError if the connection breaks. */
export async function* readLines(content: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = content.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((failure: unknown) => {
        throw errorOfFailure(failure, failure instanceof DOMException && failure.name === 'TimeoutError')
      })
      const lines = (rest + (value ? decoder.decode(value, { stream: true }) : '')).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      yield* lines.filter(Boolean)
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
