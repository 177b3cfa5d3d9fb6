import { cachedRpc } from '#api/rpc.ts'
import { isRecord } from '#kit/json.ts'
import type { Pause } from '#product/pauses.ts'

/** What is paused now, or undefined without a response: then everything counts as sold. Never throws. */
export async function fetchPauses(): Promise<Pause[] | undefined> {
  const { status, body } = await cachedRpc('shop_pauses')
  const pauses = status === 200 && isRecord(body) ? body['pauses'] : undefined
  return Array.isArray(pauses) ? pauses.filter(isRecord).map(toPause) : undefined
}

function toPause({ id, size, reason, until }: Record<string, unknown>): Pause {
  return {
    id: String(id),
    size: String(size),
    reason: String(reason),
    until: typeof until === 'string' ? until : null,
  }
}

/**
 * Says what is paused, now and each time the tab is shown again: a page may stay open for days. Returns what ends
 * it.
 */
export function followPauses(say: (pauses: readonly Pause[]) => void): () => void {
  const ask = async () => {
    if (document.visibilityState !== 'visible') return
    const pauses = await fetchPauses()
    if (pauses) say(pauses)
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => document.removeEventListener('visibilitychange', ask)
}
