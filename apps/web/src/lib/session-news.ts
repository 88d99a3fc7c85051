export type SessionNews = 'signed-in' | 'logged-out' | 'switched'

const known: readonly unknown[] = ['signed-in', 'logged-out', 'switched'] satisfies SessionNews[]
const isNews = (data: unknown): data is SessionNews => known.includes(data)

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('goldpan.session')

/** Messages between tabs: a logout, login or switch of organization in one tab applies to all. */
export const sessionNews = {
  send: (news: SessionNews) => channel?.postMessage(news),
  listen(listener: (news: SessionNews) => void): () => void {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (isNews(event.data)) listener(event.data)
    }
    channel?.addEventListener('message', onMessage)
    return () => channel?.removeEventListener('message', onMessage)
  },
}
