import { afterAll } from 'vitest'
import { endProcesses } from './faults/worker-process.ts'

// Test files share a process, so what one leaves running would disturb the next.
afterAll(endProcesses)
