/*
 * Makes the file of a courier sheet: books the orders as a batch, loads them, resolves their cities, and
 * downloads the file. From the first step on the batch stands in the list, from where the file can be made again.
 */
import { atom, type WritableAtom } from 'nanostores'
import { download } from '#admin/order/download.ts'
import { cleanText } from '#kit/text.ts'
import { foldCity } from '#order/address/cities.ts'
import { settingsFor } from '../couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '../couriers/couriers.api.ts'
import type { CourierSettings } from '../couriers/couriers.ts'
import { cityResolver } from '../sheets/cities.ts'
import { type SheetRows, sheetRows, type UnknownCity } from '../sheets/courier-sheet.ts'
import { createBatch, fetchBatch } from './batches.api.ts'
import type { Batch, BatchOrder, BatchRequest } from './batches.ts'
import {
  type BookingOutcome,
  BookingRefused,
  bookAll,
  bookThese,
  type LeftOut,
} from './book-batch.ts'

/** What every step after the booking knows. */
export interface Booked {
  batch: Batch
  /** Orders that were asked for, but are not in the batch. */
  leftOut: LeftOut
  /** How many marked orders were left out of a sheet of all orders. */
  marked?: number
}

export type SheetView =
  | { step: 'idle' }
  | { step: 'booking' | 'loading' }
  /** The courier has all orders that were asked for already, or they are closed. */
  | { step: 'nothing'; courier: string; leftOut: LeftOut; marked: number }
  | ({
      step: 'cities'
      unknown: UnknownCity[]
      cities: string[]
      isSaving: boolean
      problem?: string
    } & Booked)
  | ({ step: 'done'; count: number; notSent: string[]; elsewhere: string[] } & Booked)
  /** Without a batch, it is unknown whether the orders were booked. */
  | { step: 'failed'; booked: Booked | undefined; error: unknown }
  | { step: 'refused'; problem: string }

/** By unknown city: its name in the courier's list, or null to leave its orders out of the file. */
export type CityChoices = ReadonlyMap<string, string | null>

interface SheetOptions {
  services?: Partial<typeof defaults>
  /** Called when the batches changed, or may have. */
  onBatch?: () => void
  /** Called when the orders that were asked for are booked. */
  onBooked?: () => void
}

const defaults = { createBatch, fetchBatch, fetchCouriers, saveCourier, download, makeFile }

/** What the steps of a sheet work on. */
interface Making {
  $sheet: WritableAtom<SheetView>
  services: typeof defaults
  onBatch: () => void
  onBooked: () => void
}

const nothing = () => {}

export function createSheet({ services, onBatch, onBooked }: SheetOptions = {}) {
  const making: Making = {
    $sheet: atom({ step: 'idle' }),
    services: { ...defaults, ...services },
    onBatch: onBatch ?? nothing,
    onBooked: onBooked ?? nothing,
  }
  return {
    $sheet: making.$sheet,
    /** Books these orders, or all that are open and not booked, and makes their file. */
    make: (courier: string, ids: readonly string[] | undefined) => book(making, { courier }, ids),
    /** Adds orders that were left out to the batch, or to a new one: these, or all that are marked. */
    include: (
      which: 'includeExported' | 'includeMarked',
      courier: string,
      ids: readonly string[] | undefined,
      batch?: Batch,
    ) => book(making, { courier, [which]: true, ...(batch && { batch: batch.id }) }, ids),
    makeAgain: (booked: Booked) => makeAgain(making, booked),
    chooseCities: (choices: CityChoices) => chooseCities(making, choices),
    allOrders: (id: number) => allOrders(making, id),
  }
}

export type SheetStore = ReturnType<typeof createSheet>

async function book(
  making: Making,
  request: Omit<BatchRequest, 'ids'>,
  ids: readonly string[] | undefined,
): Promise<void> {
  const { $sheet, services } = making
  if (isBusy($sheet.get())) return
  await attempt(making, undefined, async () => {
    $sheet.set({ step: 'booking' })
    const outcome = ids
      ? await bookThese(services.createBatch, { ...request, ids })
      : await bookAll(services.createBatch, request)
    await onceBooked(making, request.courier, outcome)
  })
}

/** A press during a run does nothing: two runs would show each other's results. */
function isBusy(view: SheetView): boolean {
  return (
    view.step === 'booking' || view.step === 'loading' || (view.step === 'cities' && view.isSaving)
  )
}

async function onceBooked(
  making: Making,
  courier: string,
  { batch, leftOut, marked }: BookingOutcome,
): Promise<void> {
  making.onBooked()
  making.onBatch()
  const booked = batch && { batch, leftOut, marked }
  if (booked) await attempt(making, booked, () => prepare(making, booked, new Map()))
  else making.$sheet.set({ step: 'nothing', courier, leftOut, marked })
}

/** Makes the file of a batch again. */
async function makeAgain(making: Making, booked: Booked): Promise<void> {
  if (isBusy(making.$sheet.get())) return
  await attempt(making, booked, () => prepare(making, booked, new Map()))
}

/** Saves the names, and makes the file. Unknown cities without a name in the list are asked for again. */
async function chooseCities(making: Making, choices: CityChoices): Promise<void> {
  const { $sheet, services } = making
  const view = $sheet.get()
  if (view.step !== 'cities' || view.isSaving) return
  const { problem: _, ...shown } = view
  $sheet.set({ ...shown, isSaving: true })
  try {
    const { courier } = view.batch
    const cityNames = { ...(await settingsOf(making, courier)).cityNames }
    for (const [typed, name] of choices) {
      if (name !== null) cityNames[cleanText(typed).toLowerCase()] = name
    }
    const result = await services.saveCourier(courier, { cityNames })
    if (!result.ok) throw new Error(`The names of cities were refused: ${result.code}`)
    await prepare(making, view, choices)
  } catch (error) {
    console.error('Error saving names of cities', error)
    const problem = 'The names could not be saved. Please try again.'
    $sheet.set({ ...shown, isSaving: false, problem })
  }
}

async function prepare(making: Making, booked: Booked, choices: CityChoices): Promise<void> {
  const { $sheet, services } = making
  if ($sheet.get().step !== 'cities') $sheet.set({ step: 'loading' })
  const { batch, leftOut, marked = 0 } = booked
  const { id, courier } = batch
  const [orders, settings] = await Promise.all([allOrders(making, id), settingsOf(making, courier)])
  const sent = withoutExcluded(orders, choices)
  const resolve = cityResolver(settings.cities, settings.cityNames)
  const rows = sheetRows(sent, settings.columns, resolve)
  if (rows.unknownCities.length > 0) {
    const { cities } = settings
    const asked = { unknown: rows.unknownCities, cities, isSaving: false }
    $sheet.set({ step: 'cities', ...asked, batch, leftOut, marked })
    return
  }
  services.download(`${courier}-batch-${id}`, 'xlsx', await services.makeFile(rows))
  const elsewhere = orders.filter((order) => !sent.includes(order)).map((order) => order.id)
  const done = { count: rows.rows.length - 1, notSent: rows.leftOut, elsewhere }
  $sheet.set({ step: 'done', ...done, batch, leftOut, marked })
}

/** Orders to an unknown city that the courier does not serve stay out of the file. */
function withoutExcluded(orders: readonly BatchOrder[], choices: CityChoices): BatchOrder[] {
  const excluded = new Set(
    [...choices].filter(([, name]) => name === null).map(([typed]) => foldCity(typed)),
  )
  return orders.filter(({ shippingAddress }) => !excluded.has(foldCity(shippingAddress.city)))
}

async function allOrders({ services }: Making, id: number): Promise<BatchOrder[]> {
  const orders: BatchOrder[] = []
  let after: string | undefined
  do {
    const page = await services.fetchBatch(id, after)
    orders.push(...(page?.orders ?? []))
    after = page?.next
  } while (after !== undefined)
  return orders
}

async function settingsOf({ services }: Making, courier: string): Promise<CourierSettings> {
  return settingsFor(await services.fetchCouriers(), courier)
}

async function attempt(
  { $sheet, onBatch }: Making,
  booked: Booked | undefined,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof BookingRefused) {
      $sheet.set({ step: 'refused', problem: error.sentence })
      return
    }
    console.error('Error making a courier sheet', error)
    $sheet.set({ step: 'failed', booked, error })
    if (!booked) onBatch()
  }
}

/** Loads the library for files on demand. */
async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('../sheets/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}
