/* Requests about batches. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { parseOrder } from '#order/order-json.ts'
import type {
  Batch,
  BatchChange,
  BatchOrder,
  BatchPage,
  BatchRefusal,
  BatchRequest,
  PageOfBatches,
  UndoResult,
} from './batches.ts'

export async function createBatch(request: BatchRequest): Promise<BatchChange | BatchRefusal> {
  const { ids, ...rest } = request
  const p = { ...rest, ...(ids && { ids: [...ids] }) }
  const response = await adminCall<ChangeResponse>(adminClient.rpc('admin_create_batch', { p }))
  return response.ok
    ? { ...response, batch: response.batch ? toBatch(response.batch) : undefined }
    : response
}

/** The newest batches, or those older than `older` of the page before. */
export async function fetchBatches(older?: number): Promise<PageOfBatches> {
  const p = older === undefined ? {} : { older }
  const page = await adminCall<ListResponse>(adminClient.rpc('admin_batches', { p }))
  return { batches: page.batches.map(toBatch), older: page.older ?? undefined }
}

/** A batch and at most `BATCH_SIZE` of its orders; undefined where no batch has this id. */
export async function fetchBatch(id: number, after?: string): Promise<BatchPage | undefined> {
  const p = after === undefined ? { id } : { id, after }
  const page = await adminCall<PageResponse | null>(adminClient.rpc('admin_batch', { p }))
  if (!page) return undefined
  const { batch, orders, next } = page
  return { batch: toBatch(batch), orders: orders.map(toBatchOrder), next: next ?? undefined }
}

/** Unbooks the orders of the batch that are open and have no tracking number. */
export async function undoBatch(id: number): Promise<UndoResult> {
  return adminCall(adminClient.rpc('admin_undo_batch', { p: { id } }))
}

interface BatchJson extends Omit<Batch, 'undoneAt'> {
  undoneAt: string | null
}

type ChangeResponse = (Omit<BatchChange, 'batch'> & { batch: BatchJson | null }) | BatchRefusal

interface ListResponse {
  batches: BatchJson[]
  older: number | null
}

interface PageResponse {
  batch: BatchJson
  orders: { units: number }[]
  next: string | null
}

function toBatch(json: BatchJson): Batch {
  return { ...json, undoneAt: json.undoneAt ?? undefined }
}

function toBatchOrder(json: { units: number }): BatchOrder {
  const order = parseOrder(json)
  if (!order) throw new ShopError('unreachable', { cause: json })
  return { ...order, units: json.units }
}
