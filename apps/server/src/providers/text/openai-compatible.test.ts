import { expect, test } from 'vitest'
import { createOpenAiCompatibleText } from './openai-compatible.ts'
import { startModelServer } from './test/model-server.ts'
import { brief, goodAnswer, modelTextCases } from './test/model-text-cases.ts'

modelTextCases({
  name: 'OpenAI-compatible',
  model: 'llama-local',
  open: (url, options) =>
    createOpenAiCompatibleText({ url, model: 'llama-local', apiKey: 'k-1', ...options }),
})

test('the request has schema, seed and key, and tolerates a trailing slash in the URL', async () => {
  const server = await startModelServer()
  server.reply({ kind: 'text', text: goodAnswer })
  await createOpenAiCompatibleText({
    url: `${server.url}/`,
    model: 'llama-local',
    apiKey: 'k-1',
  }).writeTemplate(brief, { seed: 5 })
  const [request] = server.received
  expect(request).toMatchObject({ path: '/v1/chat/completions', headers: { authorization: 'Bearer k-1' } })
  expect(request!.body).toMatchObject({
    model: 'llama-local',
    stream: true,
    seed: 5,
    response_format: { type: 'json_schema' },
  })
  await server.close()
})

test('no key is sent when there is none', async () => {
  const server = await startModelServer()
  server.reply({ kind: 'text', text: goodAnswer })
  await createOpenAiCompatibleText({ url: server.url, model: 'llama-local' }).writeTemplate(brief, {
    seed: 5,
  })
  expect(server.received[0]!.headers.authorization).toBeUndefined()
  await server.close()
})
