import { findFreePorts } from '../scale/free-ports.ts'

/** A free port, for a server that is stopped and started again. */
export const findFreePort = async (): Promise<number> => (await findFreePorts(1))[0]!
