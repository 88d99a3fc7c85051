import type { Pool } from 'pg'
import type { RegionSummary } from '../place.ts'
import { beginImport, deleteRegion, findRegionId } from './import.store.ts'
import { refreshExtras, showShadowed } from './twins.store.ts'

interface RegionRow extends Omit<RegionSummary, 'data_at' | 'imported_at'> {
  data_at: Date | null
  imported_at: Date
}

export async function listRegions(pool: Pool): Promise<RegionSummary[]> {
  const { rows } = await pool.query<RegionRow>(
    `select r.name as region, o.source, o.licence, o.attribution, r.places, r.data_at, r.imported_at, r.is_demo
     from places.region r join places.origin o using (origin_id) order by r.name`,
  )
  return rows.map((row) => ({
    ...row,
    data_at: row.data_at?.toISOString() ?? null,
    imported_at: row.imported_at.toISOString(),
  }))
}

/** Returns the number of places in the region. */
export async function removeRegion(pool: Pool, region: string): Promise<number> {
  const client = await pool.connect()
  try {
    await beginImport(client)
    const regionId = await findRegionId(client, region)
    if (regionId !== null) await showShadowed(client, regionId)
    const count = regionId === null ? 0 : await deleteRegion(client, regionId)
    await refreshExtras(client)
    await client.query('commit')
    return count
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
