/* What is printed: packing slips or a load sheet. Whole orders are loaded, since a list has a part of each. */
import { atom } from 'nanostores'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import {
  ASKED_REASONS,
  type AskedReason,
  isAsked,
  type PackingReason,
  reasonSentence,
  reasonsLeft,
} from '#admin/order/packing.ts'
import { partsOf } from '#kit/parts-of.ts'
import { findPlace } from '#order/address/places.ts'
import type { Order } from '#order/order.ts'
import { STATUS_TABLE } from '#order/status.ts'

/** By order id, from 1: where it stands in its batch. */
export type Places = ReadonlyMap<string, number>

export interface PrintedOrder extends Order {
  /** Why it may not leave. */
  reasons: readonly PackingReason[]
}

export type PrintJob =
  | { what: 'slips'; orders: PrintedOrder[]; places?: Places }
  | {
      what: 'load sheet'
      orders: PrintedOrder[]
      courier: string | undefined
      at: string
      places: Places
    }
  | { what: 'pick list'; orders: PrintedOrder[]; title: string }

/** What is to be printed, and what was left out of it already. */
type Collected = PrintJob & { leftOut?: LeftOutOfPrint[] }

/** An order that is not printed, since its parcel must not leave. */
export interface LeftOutOfPrint {
  id: string
  why: string
  /** It is printed if the admin says so. */
  isAsked?: boolean
}

export type Printing =
  | { step: 'idle' | 'collecting' | 'failed' }
  | { step: 'ready'; job: PrintJob; leftOut: LeftOutOfPrint[] }
  /** After printing, as long as the page is open: what was left out, and why. */
  | { step: 'printed'; leftOut: LeftOutOfPrint[] }
  /** All of the orders are cancelled. */
  | { step: 'nothing'; leftOut: LeftOutOfPrint[] }

const defaults = { fetchWholeOrders }

export function createPrinting(options: Partial<typeof defaults> = {}) {
  const { fetchWholeOrders } = { ...defaults, ...options }
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
      const { job, leftOut } = withoutStopped(await collect(), included)
      $printing.set(
        job.orders.length > 0 ? { step: 'ready', job, leftOut } : { step: 'nothing', leftOut },
      )
    } catch (error) {
      console.error('Error fetching orders', error)
      $printing.set({ step: 'failed' })
    }
  }

  /** Packing slips of these orders, in this order. */
  function printSlips(ids: readonly string[]): Promise<void> {
    return start(async () => {
      const orders: PrintedOrder[] = []
      for (const some of partsOf(ids, MAX_PAGE_SIZE)) orders.push(...(await fetchWholeOrders(some)))
      return { what: 'slips', orders }
    })
  }

  /** Prints once more, with the orders that were left out only until the admin said so. */
  async function printAsked(): Promise<void> {
    if (latest) await start(latest, ASKED_REASONS)
  }

  function clear(): void {
    const printing = $printing.get()
    const leftOut = 'leftOut' in printing ? printing.leftOut : []
    $printing.set(leftOut.length > 0 ? { step: 'printed', leftOut } : { step: 'idle' })
  }

  return {
    $printing,
    start: (collect: () => Promise<Collected>) => start(collect),
    printSlips,
    printAsked,
    clear,
  }
}

/** An order may be cancelled or held between its tick and its print: the same for slips, load sheet and pick list. */
function withoutStopped(
  { leftOut: before = [], ...job }: Collected,
  included: readonly AskedReason[],
): { job: PrintJob; leftOut: LeftOutOfPrint[] } {
  const orders = job.orders.filter((order) => !whyNotPrinted(order, included))
  const leftOut = job.orders.flatMap((order) => whyNotPrinted(order, included) ?? [])
  return { job: { ...job, orders: orders.map(withNameOfCity) }, leftOut: [...before, ...leftOut] }
}

/** With the shop's own name of the city, where what was typed is that city and no place in or near it. */
function withNameOfCity(order: PrintedOrder): PrintedOrder {
  const { shippingAddress } = order
  const { city, isAround } = findPlace(shippingAddress.city, shippingAddress)
  if (!city || isAround) return order
  return { ...order, shippingAddress: { ...shippingAddress, city: city.name } }
}

function whyNotPrinted(
  order: PrintedOrder,
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
export function whyCancelled({ cancellation, outcome }: Order, was: '' | 'was ' = ''): string {
  if (cancellation) return `${was}cancelled by its customer`
  return outcome ? 'its parcel came back' : `${was}cancelled`
}

export type PrintingStore = ReturnType<typeof createPrinting>
