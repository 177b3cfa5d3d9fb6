/* How many orders are in each stage: one store for all that a page shows of them. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import type { Stages } from '#admin/order/stages.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'

/** An order that waits comes back by itself. */
const POLL_MS = 60_000

export function createStages(
  fetchStages: () => Promise<Stages> = () => adminRpc<Stages>('admin_stages'),
) {
  return createRemoteStore(fetchStages, {
    reloadsWhenVisible: true,
    pollMs: () => POLL_MS,
  })
}

export const stages = createStages()
