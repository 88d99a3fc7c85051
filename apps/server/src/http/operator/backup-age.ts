import { Gauge, type Registry } from 'prom-client'

/** Without a sample until a backup was completed, so that an alert can ask for its absence. */
export function gaugeBackupAge(registry: Registry, readSeconds: () => Promise<number | null>): void {
  new Gauge({
    name: 'goldpan_backup_age_seconds',
    help: 'Seconds since npm run backup last completed a backup, in the whole installation; no sample if it never did',
    registers: [registry],
    async collect() {
      // reset() would leave a sample of 0.
      this.remove()
      const seconds = await readSeconds().catch(() => null)
      if (seconds !== null) this.set(Math.round(seconds))
    },
  })
}
