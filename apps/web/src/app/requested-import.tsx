import { lazy, Suspense, useSyncExternalStore } from 'react'
import { closeImport, importRequestStore } from '../lib/import-request.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../features/imports/import-dialog.tsx')).ImportDialog,
}))

/** The dialog that takes a CSV file, while some screen asks for it. */
export function RequestedImport() {
  const request = useSyncExternalStore(importRequestStore.subscribe, importRequestStore.get)
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <ImportDialog request={request} onClose={closeImport} />
    </Suspense>
  )
}
