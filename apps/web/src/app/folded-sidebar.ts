import { useState } from 'react'

const KEY = 'goldpan.sidebar'

/** Whether the sidebar is folded to its icons; kept in this browser. */
export function useFoldedSidebar(): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(read)
  return [
    isFolded,
    (next) => {
      setFolded(next)
      try {
        localStorage.setItem(KEY, next ? 'folded' : 'open')
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'folded'
  } catch {
    return false
  }
}
