/*
 * Makes the file of a courier sheet: books the orders as a batch, loads them, resolves their cities, and
 * downloads the file. From the first step on the batch stands in the list, from where the file can be made again.
 */
import { atom } from 'nanostores'
import { download } from '#admin/order/download.ts'
import { cleanText } from '#kit/text.ts'
import { foldCity } from '#order/address/cities.ts'
import { settingsFor } from '../couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '../couriers/couriers.api.ts'
import type { CourierSettings } from '../couriers/couriers.ts'
import { cityResolver } from '../sheets/cities.ts'
import { type SheetRows, sheetRows, type UnknownCity } from '../sheets/courier-sheet.ts'
import { createBatch, fetchBatch } from './batches.api.ts'
import type { Batch, BatchOrder } from './batches.ts'
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

export function createSheet({ services = {}, onBatch, onBooked }: SheetOptions = {}) {
  const { createBatch, fetchBatch, fetchCouriers, saveCourier, download, makeFile } = {
    ...defaults,
    ...services,
  }
  const $sheet = atom<SheetView>({ step: 'idle' })

  /** Books these orders, or all that are open and not booked, and makes their file. */
  async function make(courier: string, ids: readonly string[] | undefined): Promise<void> {
    if (isBusy()) return
    await attempt(undefined, async () => {
      $sheet.set({ step: 'booking' })
      const outcome = ids
        ? await bookThese(createBatch, { courier, ids })
        : await bookAll(createBatch, { courier })
      await onceBooked(courier, outcome)
    })
  }

  /** Adds orders that were left out to the batch, or to a new one: these, or all that are marked. */
  async function include(
    which: 'includeExported' | 'includeMarked',
    courier: string,
    ids: readonly string[] | undefined,
    batch?: Batch,
  ): Promise<void> {
    if (isBusy()) return
    await attempt(undefined, async () => {
      $sheet.set({ step: 'booking' })
      const request = { courier, [which]: true, ...(batch && { batch: batch.id }) }
      const outcome = ids
        ? await bookThese(createBatch, { ...request, ids })
        : await bookAll(createBatch, request)
      await onceBooked(courier, outcome)
    })
  }

  /** Makes the file of a batch again. */
  async function makeAgain(booked: Booked): Promise<void> {
    if (!isBusy()) await attempt(booked, () => prepare(booked, new Map()))
  }

  /** Saves the names, and makes the file. Unknown cities without a name in the list are asked for again. */
  async function chooseCities(choices: CityChoices): Promise<void> {
    const view = $sheet.get()
    if (view.step !== 'cities' || view.isSaving) return
    const { problem: _, ...shown } = view
    $sheet.set({ ...shown, isSaving: true })
    try {
      const { courier } = view.batch
      const settings = await settingsOf(courier)
      const cityNames = { ...settings.cityNames }
      for (const [typed, name] of choices) {
        if (name !== null) cityNames[cleanText(typed).toLowerCase()] = name
      }
      const result = await saveCourier(courier, { cityNames })
      if (!result.ok) throw new Error(`The names of cities were refused: ${result.code}`)
      await prepare(view, choices)
    } catch (error) {
      console.error('Error saving names of cities', error)
      $sheet.set({
        ...shown,
        isSaving: false,
        problem: 'The names could not be saved. Please try again.',
      })
    }
  }

  /** A press during a run does nothing: two runs would show each other's results. */
  function isBusy(): boolean {
    const view = $sheet.get()
    return (
      view.step === 'booking' ||
      view.step === 'loading' ||
      (view.step === 'cities' && view.isSaving)
    )
  }

  async function onceBooked(
    courier: string,
    { batch, leftOut, marked }: BookingOutcome,
  ): Promise<void> {
    onBooked?.()
    onBatch?.()
    const booked = { batch, leftOut, marked }
    if (batch) await attempt({ ...booked, batch }, () => prepare({ ...booked, batch }, new Map()))
    else $sheet.set({ step: 'nothing', courier, leftOut, marked })
  }

  async function prepare(booked: Booked, choices: CityChoices): Promise<void> {
    if ($sheet.get().step !== 'cities') $sheet.set({ step: 'loading' })
    const { id, courier } = booked.batch
    const [orders, settings] = await Promise.all([allOrders(id), settingsOf(courier)])
    const resolve = cityResolver(settings.cities, settings.cityNames)
    const excluded = new Set(
      [...choices].filter(([, name]) => name === null).map(([typed]) => foldCity(typed)),
    )
    const sent = orders.filter(
      ({ shippingAddress }) => !excluded.has(foldCity(shippingAddress.city)),
    )
    const rows = sheetRows(sent, settings.columns, resolve)
    const { batch, leftOut, marked = 0 } = booked
    if (rows.unknownCities.length > 0) {
      const { cities } = settings
      $sheet.set({
        step: 'cities',
        unknown: rows.unknownCities,
        cities,
        isSaving: false,
        batch,
        leftOut,
        marked,
      })
      return
    }
    download(`${courier}-batch-${id}`, 'xlsx', await makeFile(rows))
    const elsewhere = orders.filter((order) => !sent.includes(order)).map((order) => order.id)
    $sheet.set({
      step: 'done',
      count: rows.rows.length - 1,
      notSent: rows.leftOut,
      elsewhere,
      batch,
      leftOut,
      marked,
    })
  }

  async function allOrders(id: number): Promise<BatchOrder[]> {
    const orders: BatchOrder[] = []
    let after: string | undefined
    do {
      const page = await fetchBatch(id, after)
      orders.push(...(page?.orders ?? []))
      after = page?.next
    } while (after !== undefined)
    return orders
  }

  async function settingsOf(courier: string): Promise<CourierSettings> {
    return settingsFor(await fetchCouriers(), courier)
  }

  async function attempt(booked: Booked | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof BookingRefused) {
        $sheet.set({ step: 'refused', problem: error.sentence })
        return
      }
      console.error('Error making a courier sheet', error)
      $sheet.set({ step: 'failed', booked, error })
      if (!booked) onBatch?.()
    }
  }

  return { $sheet, make, include, makeAgain, chooseCities, allOrders }
}

export type SheetStore = ReturnType<typeof createSheet>

/** Loads the library for files on demand. */
async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('../sheets/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}
