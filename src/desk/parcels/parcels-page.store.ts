/* The page of parcels: its batches, or one of its lists. A list is a page of its own in the URL. */

import { stages } from '#admin/orders/stages.store.ts'
import { createBatchList } from '#desk/sheets/batches/batch-list.store.ts'
import { choiceParam, queryState } from '#kit/query-state.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createListed } from './listed/listed.store.ts'
import type { ListedStage } from './listed/listed.ts'

const STAGES: Record<string, ListedStage> = {
  'not-delivered': 'not_delivered',
  'came-back': 'came_back',
}

export function createParcels() {
  const { $query } = queryState({ list: choiceParam('list', Object.keys(STAGES)) })
  const stage = STAGES[$query.get().list ?? '']
  if (!stage) {
    const batches = createBatchList()
    return { stage, batches, start: () => stopAll(batches.start(), stages.start()) }
  }
  const listed = createListed(stage)
  return { stage, listed, start: () => stopAll(listed.start(), stages.start()) }
}

export type ParcelsStore = ReturnType<typeof createParcels>
