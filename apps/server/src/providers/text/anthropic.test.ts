import { expect, test } from 'vitest'
import { createAnthropicText } from './anthropic.ts'
import { startModelServer } from './test/model-server.ts'
import { brief, goodAnswer, modelTextCases } from './test/model-text-cases.ts'

modelTextCases({
  name: 'Anthropic',
  model: 'claude-sonnet-4-5',
  open: (url, options) => createAnthropicText({ url, model: 'claude-sonnet-4-5', apiKey: 'k-1', ...options }),
})

test.each(['claude-sonnet-4-5', 'claude-3-haiku-20240307'])(
  '%s: key, version and limit are sent, and the reply is read',
  async (model) => {
    const server = await startModelServer()
    server.reply({ kind: 'text', text: goodAnswer })
    const template = await createAnthropicText({ url: server.url, model, apiKey: 'k-1' }).writeTemplate(
      brief,
      { seed: 5 },
    )
    const [request] = server.received
    expect(request).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'k-1' } })
    expect(request!.body).toMatchObject({ model, stream: true, max_tokens: 4096 })
    expect(template).toMatchObject({ written_by: model, note: null })
    await server.close()
  },
)
