import { cachedRpc } from '#api/rpc.ts'
import { isRecord } from '#kit/json.ts'
import type { Pause } from '#product/pauses.ts'

/** What is paused now, or undefined without a response. Never throws. */
export async function fetchPauses(): Promise<Pause[] | undefined> {
  const { status, body } = await cachedRpc('shop_pauses')
  return status === 200 && isRecord(body) ? pausesIn(body['pauses']) : undefined
}

/** The pauses in a response. Undefined where it is no list. */
export function pausesIn(list: unknown): Pause[] | undefined {
  return Array.isArray(list) ? list.filter(isRecord).map(toPause) : undefined
}

function toPause({ id, size, reason, until }: Record<string, unknown>): Pause {
  return {
    id: String(id),
    size: String(size),
    reason: String(reason),
    until: typeof until === 'string' ? until : null,
  }
}
