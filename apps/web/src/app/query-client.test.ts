import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { createQueryClient } from './query-client.ts'

/** Two queries of one screen, against a server that fails until it is fixed. */
function openScreen(names: readonly string[]) {
  const client = createQueryClient()
  const server = { isUp: false, asked: [] as string[] }
  const parts = names.map((name) => {
    const queryFn = async () => {
      server.asked.push(name)
      if (!server.isUp) throw new ApiError(500, 'HTTP_500', '')
      return name
    }
    const part = new QueryObserver(client, { queryKey: [name], queryFn })
    return Object.assign(part, { leave: part.subscribe(() => undefined) })
  })
  const states = () => parts.map((part) => part.getCurrentResult().status)
  return { client, server, parts, states }
}

test('one Retry that is answered brings the rest of the screen back too', async () => {
  const { client, server, parts, states } = openScreen(['profile', 'usage', 'sessions'])
  await vi.waitFor(() => expect(states()).toEqual(['error', 'error', 'error']), { timeout: 30_000 })
  await parts[0]!.refetch()
  expect(states()).toEqual(['error', 'error', 'error'])
  expect(server.asked).toHaveLength(4)
  server.isUp = true
  await parts[0]!.refetch()
  await vi.waitFor(() => expect(states()).toEqual(['success', 'success', 'success']), { timeout: 30_000 })
  expect(server.asked).toHaveLength(7)
  for (const part of parts) part.leave()
  client.clear()
})

test('what is not on the screen any more is not asked again', async () => {
  const { client, server, parts, states } = openScreen(['profile', 'usage'])
  await vi.waitFor(() => expect(states()).toEqual(['error', 'error']), { timeout: 30_000 })
  parts[1]!.leave()
  server.isUp = true
  await parts[0]!.refetch()
  expect(server.asked.filter((name) => name === 'usage')).toHaveLength(1)
  parts[0]!.leave()
  client.clear()
})
