import { StartUpError } from '../start-up-error.ts'
import { diskFull } from './data-folder.ts'

/** Turns a PostgreSQL program's last output into one sentence. */
export function explainFailure(output: string, dataFolder: string): StartUpError {
  const known = causes.find(({ pattern }) => pattern.test(output))
  return known ? known.explain(dataFolder) : new StartUpError(`PostgreSQL did not start: ${telling(output)}`)
}

export function isPortTaken(output: string): boolean {
  return /could not bind IPv4 address|could not create any TCP\/IP sockets/.test(output)
}

export function isStillInUse(output: string): boolean {
  return /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(output)
}

const causes: { pattern: RegExp; explain(dataFolder: string): StartUpError }[] = [
  {
    pattern: /could not (create|map|get) .*shared memory|Cannot allocate memory|out of memory/i,
    explain: () =>
      new StartUpError(
        'There is not enough memory to start PostgreSQL: it needs about 150 MB of free memory.',
      ),
  },
  { pattern: /No space left on device|Disk quota exceeded/, explain: diskFull },
  {
    pattern: /pre-existing shared memory block|lock file "postmaster\.pid" already exists/,
    explain: (folder) =>
      new StartUpError(
        `Another PostgreSQL server still works on the data in ${folder}: end it and start again.`,
      ),
  },
  {
    pattern: /could not bind IPv4 address|could not create any TCP\/IP sockets/,
    explain: () => new StartUpError('PostgreSQL found no free port on 127.0.0.1.'),
  },
  {
    pattern: /has wrong ownership|Permission denied|Operation not permitted/,
    explain: (folder) =>
      new StartUpError(
        `The files in the data folder ${folder} belong to another user than the one that starts Goldpan.`,
      ),
  },
  {
    pattern: /could not look up effective user ID/,
    explain: () =>
      new StartUpError(
        `The user number ${process.getuid?.()} has no name on this machine, which PostgreSQL asks for: add it to /etc/passwd.`,
      ),
  },
  {
    pattern: /Read-only file system/,
    explain: (folder) => new StartUpError(`The data folder ${folder} is on a read-only file system.`),
  },
  {
    pattern: /error while loading shared libraries|cannot open shared object file|Exec format error/,
    explain: () =>
      new StartUpError("The bundled PostgreSQL is damaged: remove the folder node_modules and run 'npm ci'."),
  },
]

/** The last FATAL line, or else the last line. */
function telling(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error)\b/.test(line))
  return (fatal ?? lines.at(-1) ?? 'it ended without a message').replace(/^.*?(FATAL|PANIC|error): */, '')
}
