import { createPlaces } from '@goldpan/places'
import { runPlacesCommand } from '@goldpan/places/command'
import { openInstallation, runTool, terminal } from './open-installation.ts'

/** `npm run places -- import <file> | list | remove <region> | search --query … --location … --json` */
await runTool(async () => {
  const installation = await openInstallation()
  try {
    return await runPlacesCommand(createPlaces(installation.database.pool), process.argv.slice(2), terminal)
  } finally {
    await installation.close()
  }
})
