import { runMailCommand } from '@goldpan/campaign-mail/command'
import { runTool, terminal } from './open-installation.ts'

/** `npm run mail -- classify <file or folder> --json` */
await runTool(() => runMailCommand(process.argv.slice(2), terminal))
