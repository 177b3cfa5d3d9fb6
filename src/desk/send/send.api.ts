/* The request before orders are sent. It may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { BATCH_SIZE } from '#desk/sheets/batches/batches.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { Packable } from './packable.ts'

/** Which of these orders may leave, or of all that no courier has. */
export async function fetchPackable(ids?: readonly string[]): Promise<Packable> {
  const asked = ids ? [...partsOf(ids, BATCH_SIZE)].map((some) => ({ ids: some })) : [{}]
  const parts = await Promise.all(
    asked.map((p) => adminCall<Packable>(adminClient.rpc('admin_packable', { p }))),
  )
  return {
    groups: parts.flatMap(({ groups }) => groups),
    stopped: parts.flatMap(({ stopped }) => stopped),
  }
}
