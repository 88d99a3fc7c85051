import { parentPort } from 'node:worker_threads'
import { type Resource, readResource } from './read-resource.ts'

const port = parentPort!

port.on('message', ({ id, resource }: { id: number; resource: Resource }) => {
  readResource(resource).then(
    (findings) => port.postMessage({ id, findings }),
    (error: unknown) => port.postMessage({ id, error: String(error) }),
  )
})
