import { parentPort } from 'node:worker_threads'
import { assemble } from './assemble.ts'
import { packAssembled, unpackMessages } from './parcel.ts'

const port = parentPort!

port.on('message', async ({ id, json }: { id: number; json: string }) => {
  const all = await Promise.all(
    unpackMessages(json).map((message) =>
      assemble(message).catch((error: unknown) => ({ fault: String(error) })),
    ),
  )
  const parcel = packAssembled(all)
  port.postMessage({ id, parcel }, [parcel.bytes])
})

port.postMessage({ isWarm: true })
