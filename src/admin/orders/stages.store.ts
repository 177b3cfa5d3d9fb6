/* How many orders are in each stage: one store for all that a page shows of them. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import type { Stages } from '#admin/order/stages.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'

/** An order that waits comes back by itself. */
const POLL_MS = 60_000

export function createStages(
  fetchStages: () => Promise<Stages> = () => adminRequest<Stages>(adminClient.rpc('admin_stages')),
) {
  return createRemoteStore(fetchStages, {
    reloadsWhenVisible: true,
    pollMs: () => POLL_MS,
  })
}

export const stages = createStages()
