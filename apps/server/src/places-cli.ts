import './usual-flags.ts'
import './quick-imports.ts'

await import('./places-command.ts')
