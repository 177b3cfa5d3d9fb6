/*
 * The packing station: the slip of a parcel is scanned, then its label, and the number is saved (docs/product.md,
 * rule 21.40). Each slip is asked about anew: its order may have been cancelled a minute ago.
 */
import { atom } from 'nanostores'
import { createActs } from '#admin/acts/acts.store.ts'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { idParam } from '#admin/lists/list.ts'
import { type DispatchRow, isLeft } from '#desk/acts/row.ts'
import { textsOf } from '#desk/acts/sentences.ts'
import { toReference } from '#desk/files/cell.ts'
import { mayBeOrderId, toNumbered } from '#desk/files/numbers/numbered-order.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { type Parcel, refusalOf } from './parcel.ts'
import { savePair, sendAgain, undo } from './save-pair.ts'
import { FIRST_SCAN, scan } from './scan-pair.ts'
import { liveServices, type Station, scannedOrders, set, type Working } from './station.ts'

export function createStation({
  url,
  ...options
}: Partial<typeof liveServices> & { url?: QueryUrl } = {}) {
  const { $query } = queryState({ id: idParam }, url && { url })
  const services = { ...liveServices, ...options }
  const working: Working = {
    $station: atom<Station>({
      scanning: FIRST_SCAN,
      parcel: undefined,
      isAsking: false,
      rows: [],
    }),
    known: new Map(),
    batch: $query.get().id,
    services,
    acts: createActs({
      sendAct: services.sendAct,
      errorMessage: ({ change }: Pick<DispatchRow, 'id' | 'change'>) => textsOf(change).logged,
    }),
  }
  // A scanner is faster than the network: what it types is taken one after the other.
  let last = Promise.resolve()
  const inTurn = (step: () => Promise<void>) => {
    last = last.then(step)
    return last
  }
  return {
    $station: working.$station,
    batch: working.batch,
    scan: (typed: string) => inTurn(() => scanNext(working, typed)),
    retry: (id: string) => inTurn(() => sendAgain(working, id)),
    undo: (id: string) => inTurn(() => undo(working, id)),
    start: () => askBeforeLeaving(() => working.$station.get().rows.some(isLeft)),
  }
}

export type StationStore = ReturnType<typeof createStation>

async function scanNext(working: Working, typed: string): Promise<void> {
  const id = toReference(typed)
  const asked = mayBeOrderId(typed) ? await ask(working, id) : 'none'
  if (asked === 'signedOut') return
  if (asked === 'failed') return say(working, notAsked(id))
  if (asked === 'none') return scanLabel(working, typed)
  const { scanning } = working.$station.get()
  const scanned = scan(scanning, id, [toNumbered(asked.found.order, asked.refusal)])
  const old = asked.isOld ? 'It could not be asked about now, so this may be old. ' : ''
  set(working, {
    parcel: asked,
    scanning: {
      ...scanned,
      says: old + scanned.says,
      isProblem: scanned.isProblem || asked.isOld,
    },
  })
}

/** The order as it is now, or as it was when it was scanned before, where it cannot be asked about. */
async function ask(
  working: Working,
  id: string,
): Promise<Parcel | 'none' | 'failed' | 'signedOut'> {
  const { known, services } = working
  set(working, { isAsking: true })
  try {
    const [found, hasOrder] = await Promise.all([
      services.fetchOrderInFull(id),
      isInBatch(working, id),
    ])
    if (!found) return 'none'
    const refusal = refusalOf(found, hasOrder ? undefined : working.batch)
    const parcel = { found, refusal, askedAt: Date.now(), isOld: false }
    known.set(id, parcel)
    return parcel
  } catch (error) {
    if (hasCode(error, 'forbidden')) return 'signedOut'
    console.error('Error fetching a scanned order', error)
    const before = known.get(id)
    return before ? { ...before, isOld: true } : 'failed'
  } finally {
    set(working, { isAsking: false })
  }
}

async function isInBatch({ batch, services }: Working, id: string): Promise<boolean> {
  if (batch === 0) return true
  const query = { search: id, status: undefined, older: undefined, newer: undefined }
  const { rows } = await services.fetchOrders({ ...query, batch: String(batch) })
  return rows.some((row) => row.id === id)
}

function notAsked(id: string): string {
  return `${id} could not be checked: the shop could not be reached. Put this parcel aside, or scan it again.`
}

/** A label after it would be another parcel's. */
function say(working: Working, says: string): void {
  const { scanning } = working.$station.get()
  set(working, {
    parcel: undefined,
    scanning: { ...scanning, slip: undefined, says, isProblem: true },
  })
}

async function scanLabel(working: Working, typed: string): Promise<void> {
  const before = working.$station.get().scanning
  const scanning = scan(before, typed, scannedOrders(working))
  set(working, { scanning })
  const { slip } = before
  const pair = scanning.pairs.find(({ order }) => order.id === slip?.id)
  if (slip && pair && !scanning.isProblem) await savePair(working, pair)
}
