/* What is printed of several orders. Whole orders are loaded, since a list has a part of each. */
import { atom } from 'nanostores'
import { partsOf } from '#admin/kit/parts-of.ts'
import {
  ASKED_REASONS,
  type AskedReason,
  isAsked,
  type PackingReason,
  reasonSentence,
  reasonsLeft,
} from '#admin/order/packing.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import { findPlace } from '#order/address/places.ts'
import type { Order } from '#order/order.ts'
import { STATUS_TABLE } from '#order/status.ts'

interface OrderToPrint extends Order {
  /** Why it may not leave. */
  reasons: readonly PackingReason[]
}

export interface PrintJob {
  /** Slips, or another paper of the page that prints. */
  what: string
  orders: OrderToPrint[]
  /** What the orders go with. */
  batch?: PrintedBatch
}

interface PrintedBatch {
  name: string
  /** The id of a courier. */
  courier: string
  /** ISO timestamp. */
  at: string
  /** By order id, from 1: where it stands in the batch. */
  places: ReadonlyMap<string, number>
}

/** What is to be printed, and what was left out of it already. */
export interface Collected extends PrintJob {
  leftOut?: LeftOutOfPrint[]
}

/** An order that is not printed, since its parcel must not leave. */
export interface LeftOutOfPrint {
  id: string
  why: string
  /** It is printed if the admin says so. */
  isAsked?: boolean
}

export type Printing =
  | { step: 'idle' | 'collecting' }
  | { step: 'failed'; error: unknown }
  | { step: 'ready'; job: PrintJob; leftOut: LeftOutOfPrint[] }
  /** After printing, as long as the page is open: what was left out, and why. Or nothing of it could be printed. */
  | { step: 'printed' | 'nothing'; leftOut: LeftOutOfPrint[] }

const defaults = {
  fetchWholeOrders,
  /** Called as the print dialog opens. While that is open, some browsers run nothing of the page. */
  onPrint: () => {},
}

export function createPrinting(options: Partial<typeof defaults> = {}) {
  const { fetchWholeOrders, onPrint } = { ...defaults, ...options }
  const $printing = atom<Printing>({ step: 'idle' })
  let latest: (() => Promise<Collected>) | undefined

  /** Prints what `collect` returns, unless something else is being collected. */
  async function start(
    collect: () => Promise<Collected>,
    included: readonly AskedReason[] = [],
  ): Promise<void> {
    if ($printing.get().step === 'collecting') return
    latest = collect
    $printing.set({ step: 'collecting' })
    try {
      const { leftOut: before = [], ...job } = await collect()
      const stopped = job.orders.flatMap((order) => whyNotPrinted(order, included) ?? [])
      const orders = job.orders.filter((order) => !whyNotPrinted(order, included))
      const leftOut = [...before, ...stopped]
      $printing.set(
        orders.length > 0
          ? { step: 'ready', job: { ...job, orders: orders.map(withNameOfCity) }, leftOut }
          : { step: 'nothing', leftOut },
      )
      if (orders.length > 0) onPrint()
    } catch (error) {
      console.error('Error fetching orders', error)
      $printing.set({ step: 'failed', error })
    }
  }

  return {
    $printing,
    start: (collect: () => Promise<Collected>) => start(collect),
    /** Packing slips of these orders, in this order. */
    printSlips: (ids: readonly string[]) =>
      start(async () => {
        const parts = [...partsOf(ids, MAX_PAGE_SIZE)]
        const orders = await Promise.all(parts.map((some) => fetchWholeOrders(some)))
        return { what: 'slips', orders: orders.flat() }
      }),
    /** Prints the orders that were left out only until the admin said so: their slips, or once more a paper of all. */
    printAsked: async () => {
      const view = $printing.get()
      if (!latest || !('leftOut' in view)) return
      const collect = latest
      await start(async () => withAsked(await collect(), view.leftOut), ASKED_REASONS)
    },
    clear(): void {
      const view = $printing.get()
      const leftOut = 'leftOut' in view ? view.leftOut : []
      $printing.set(leftOut.length > 0 ? { step: 'printed', leftOut } : { step: 'idle' })
    },
  }
}

export type PrintingStore = ReturnType<typeof createPrinting>

/** The other slips are printed already. */
function withAsked(collected: Collected, leftOut: readonly LeftOutOfPrint[]): Collected {
  if (collected.what !== 'slips') return collected
  const asked = leftOut.filter(({ isAsked }) => isAsked).map(({ id }) => id)
  return {
    ...collected,
    orders: collected.orders.filter(({ id }) => asked.includes(id)),
    leftOut: leftOut.filter(({ isAsked }) => !isAsked),
  }
}

/** With the shop's own name of the city, where what was typed is that city and no place in or near it. */
function withNameOfCity(order: OrderToPrint): OrderToPrint {
  const { shippingAddress } = order
  const { city, isAround } = findPlace(shippingAddress.city, shippingAddress)
  if (!city || isAround) return order
  return { ...order, shippingAddress: { ...shippingAddress, city: city.name } }
}

/** It may be cancelled or held between its tick and its print. */
function whyNotPrinted(
  order: OrderToPrint,
  included: readonly AskedReason[],
): LeftOutOfPrint | undefined {
  const { id, status, reasons } = order
  if (status === 'cancelled') return { id, why: whyCancelled(order) }
  const stopping = STATUS_TABLE[status].isOpen ? reasonsLeft(reasons, included) : []
  return stopping.length > 0
    ? { id, why: reasonSentence(stopping), isAsked: stopping.every(isAsked) }
    : undefined
}

/** Why its parcel does not leave. `was ` makes it follow the order's id. */
export function whyCancelled(
  { cancellation, outcome, joined }: Order,
  was: '' | 'was ' = '',
): string {
  if (joined) return 'goes in another order’s parcel'
  if (cancellation) return `${was}cancelled by its customer`
  return outcome ? 'its parcel came back' : `${was}cancelled`
}
