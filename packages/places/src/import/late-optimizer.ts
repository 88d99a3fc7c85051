import { setFlagsFromString } from 'node:v8'

/** As long as a small country takes. */
const WITHOUT_MS = 1000

/**
 * Has V8 leave its slowest compiler (TurboFan) out for the first second: what that makes of the code comes too late for
 * a small import, which it takes a sixth of the time and the second core from; a large one gets it afterwards.
 */
export function optimizeLate(): void {
  setFlagsFromString('--no-turbofan')
  setTimeout(() => setFlagsFromString('--turbofan'), WITHOUT_MS).unref()
}
