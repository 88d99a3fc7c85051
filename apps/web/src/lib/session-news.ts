export type SessionNews = 'signed-in' | 'logged-out'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('goldpan.session')

/** Word between tabs: who logs out in one is logged out in all, and a login in one signs the others in. */
export const sessionNews = {
  tell: (news: SessionNews) => channel?.postMessage(news),
  listen(listener: (news: SessionNews) => void): () => void {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.data === 'signed-in' || event.data === 'logged-out') listener(event.data)
    }
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  },
}
