import { useEffect } from 'react'

const PRODUCT = 'Goldpan'
let page = ''
let notice: string | null = null

function write() {
  const title = page ? `${page} · ${PRODUCT}` : PRODUCT
  document.title = notice ? `${notice} · ${title}` : title
}

/** Names the page in the browser's tab. */
export function setPageTitle(title: string): void {
  page = title
  write()
}

/** The same for a screen that knows a closer title than its route, such as a table's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setPageTitle(title)
  }, [title])
}

/** Puts a short notice before the title, such as 'Done: 40 prospects', until the tab is looked at. */
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
