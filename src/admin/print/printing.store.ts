/* What is printed: packing slips or a load sheet. Whole orders are loaded, since a list has a part of each. */
import { atom } from 'nanostores'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import { partsOf } from '#kit/parts-of.ts'
import type { Order } from '#order/order.ts'

/** By order id, from 1: where it stands in its batch. */
export type Places = ReadonlyMap<string, number>

export type PrintJob =
  | { what: 'slips'; orders: Order[]; places?: Places }
  | {
      what: 'load sheet'
      orders: Order[]
      courier: string | undefined
      at: string
      places: Places
    }
  | { what: 'pick list'; orders: Order[]; title: string }

/** What is to be printed, and what was left out of it already. */
type Collected = PrintJob & { leftOut?: LeftOutOfPrint[] }

/** An order that is not printed, since its parcel must not leave. */
export interface LeftOutOfPrint {
  id: string
  why: string
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

  /** Prints what `collect` returns, unless something else is being collected. */
  async function start(collect: () => Promise<Collected>): Promise<void> {
    if ($printing.get().step === 'collecting') return
    $printing.set({ step: 'collecting' })
    try {
      const { job, leftOut } = withoutCancelled(await collect())
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
      const orders: Order[] = []
      for (const some of partsOf(ids, MAX_PAGE_SIZE)) orders.push(...(await fetchWholeOrders(some)))
      return { what: 'slips', orders }
    })
  }

  function clear(): void {
    const printing = $printing.get()
    const leftOut = 'leftOut' in printing ? printing.leftOut : []
    $printing.set(leftOut.length > 0 ? { step: 'printed', leftOut } : { step: 'idle' })
  }

  return { $printing, start, printSlips, clear }
}

/** An order may be cancelled between its tick and its print: the same for slips, load sheet and pick list. */
function withoutCancelled({ leftOut: before = [], ...job }: Collected): {
  job: PrintJob
  leftOut: LeftOutOfPrint[]
} {
  const orders = job.orders.filter(({ status }) => status !== 'cancelled')
  const leftOut = job.orders
    .filter(({ status }) => status === 'cancelled')
    .map((order) => ({ id: order.id, why: whyCancelled(order) }))
  return { job: { ...job, orders }, leftOut: [...before, ...leftOut] }
}

/** Why its parcel does not leave. `was ` makes it follow the order's id. */
export function whyCancelled({ cancellation, outcome }: Order, was: '' | 'was ' = ''): string {
  if (cancellation) return `${was}cancelled by its customer`
  return outcome ? 'its parcel came back' : `${was}cancelled`
}

export type PrintingStore = ReturnType<typeof createPrinting>
