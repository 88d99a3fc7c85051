import { useEffect } from 'react'

const PRODUCT = 'Goldpan'
let page = ''
let notice: string | null = null
let unread = 0

function write() {
  const title = page ? `${page} · ${PRODUCT}` : PRODUCT
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${notice ? `${notice} · ` : ''}${title}`
}

/** Begins the title with the number of unread conversations: '(3) Inbox'. */
export function setTitleCount(count: number): void {
  unread = count
  write()
}

/** Sets the tab's title. */
export function setPageTitle(title: string): void {
  page = title
  write()
}

/** Sets a title that is more specific than the route's, such as a table's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(title)
  }, [title])
}

/** Prefixes the title with a notice, such as 'Done: 40 prospects', until the tab is visible. */
export function setTitleNotice(text: string): void {
  if (document.visibilityState === 'visible') return
  notice = text
  write()
  const clear = () => {
    notice = null
    write()
  }
  document.addEventListener('visibilitychange', clear, { once: true })
}
