import { ensureBuilt } from '../../../tools/build.mjs'

/** Tests that start the product run its bundle. */
export default function setup(): void {
  ensureBuilt(['server'])
}
