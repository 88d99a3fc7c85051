import type { Files } from './port.ts'

export function createFakeFiles(): Files {
  const files = new Map<string, Buffer>()
  return {
    put: async (key, content) => void files.set(key, content),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
  }
}
