import { ensureBuilt } from '../../../tools/build.mjs'

/** Tests that start the product start its bundle. */
export default function setup(): void {
  ensureBuilt(['server'])
}
