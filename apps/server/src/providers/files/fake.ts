import { type Files, requireFileKey } from './port.ts'

export function createFakeFiles(): Files {
  const files = new Map<string, Buffer>()
  return {
    put: async (key, content) => void files.set(requireFileKey(key), content),
    get: async (key) => files.get(requireFileKey(key)) ?? null,
    remove: async (key) => void files.delete(requireFileKey(key)),
  }
}
