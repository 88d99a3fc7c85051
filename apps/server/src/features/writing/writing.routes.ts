import { writingRoutes } from '@goldpan/contract/writing'
import type { Binder } from '../../http/bind.ts'
import type { Writing } from './writing.ts'

export function bindWriting(bind: Binder, writing: Writing): void {
  bind(writingRoutes.getTemplate, ({ owner, params }) => writing.getTemplate(owner, params.id))
  bind(writingRoutes.updateTemplate, ({ owner, params, body }) =>
    writing.updateTemplate(owner, params.id, body),
  )
  bind(writingRoutes.listTemplateVersions, ({ owner, params }) =>
    writing.listTemplateVersions(owner, params.id),
  )
  bind(writingRoutes.generate, ({ owner, params, body, caller }) =>
    caller.wantsLines
      ? writing.streamGeneration(owner, params.id, body.signature_id)
      : writing.generate(owner, params.id, body.signature_id),
  )
  bind(writingRoutes.regenerate, ({ owner, params, body }) => writing.regenerate(owner, params.id, body))
  bind(writingRoutes.preview, ({ owner, params, body }) => writing.preview(owner, params.id, body))
  bind(writingRoutes.missingValues, ({ owner, params }) => writing.missingValues(owner, params.id))
  bind(writingRoutes.sendTest, ({ owner, params, body }) => writing.sendTest(owner, params.id, body))
  bind(writingRoutes.getEmail, ({ owner, params }) => writing.getEmail(owner, params.id, params.prospectId))
  bind(writingRoutes.updateEmail, ({ owner, params, body }) =>
    writing.updateEmail(owner, params.id, params.prospectId, body),
  )
  bind(writingRoutes.resetEmail, ({ owner, params }) =>
    writing.resetEmail(owner, params.id, params.prospectId),
  )
}
