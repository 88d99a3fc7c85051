import { importRoutes } from '@goldpan/contract/imports'
import type { Binder } from '../../http/bind.ts'
import type { Imports } from './imports.ts'

export function bindImports(bind: Binder, imports: Imports): void {
  bind(importRoutes.upload, ({ owner, body, file }) => imports.upload(owner, body.kind, file))
  bind(importRoutes.get, ({ owner, params }) => imports.get(owner, params.id))
  bind(importRoutes.check, ({ owner, params, body }) => imports.check(owner, params.id, body))
  bind(importRoutes.listRows, ({ owner, params, query }) => imports.listRows(owner, params.id, query))
  bind(importRoutes.start, ({ owner, params, body }) => imports.start(owner, params.id, body))
  bind(importRoutes.cancel, ({ owner, params }) => imports.cancel(owner, params.id))
  bind(importRoutes.errorFile, ({ owner, params }) => imports.errorFile(owner, params.id))
}
