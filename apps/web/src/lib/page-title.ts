import { useEffect } from 'react'

const PRODUCT = 'Goldpan'
let page = ''
let notice: string | null = null

function write() {
  const title = page ? `${page} · ${PRODUCT}` : PRODUCT
  document.title = notice ? `${notice} · ${title}` : title
}

/** Names the page in the browser's tab. Routes set a title of their own; a page sets a closer one when it knows it. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    page = title
    write()
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
