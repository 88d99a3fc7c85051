import { setFlagsFromString } from 'node:v8'

/**
 * What Node brings along of its own modules as compiled code holds for the usual flags of V8 only: with others it compiles
 * them anew at each start, which takes as long as starting without them. The size that the heap starts with counts when the
 * heap is made, which it is by now. Before all that is loaded.
 */
setFlagsFromString('--initial-old-space-size=0')
