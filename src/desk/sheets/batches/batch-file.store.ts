/*
 * The file of a batch for its courier: it is loaded as the batch is now, its cities are resolved, its rows are saved, and
 * it is downloaded. It can be made again from the page of the batch.
 */
import { atom } from 'nanostores'
import { MAX_ROWS, sendAct } from '#admin/acts/acts.api.ts'
import { download } from '#admin/download.ts'
import { partsOf } from '#admin/kit/parts-of.ts'
import { cityResolver, placeText } from '#desk/sheets/city-resolver.ts'
import { type SheetRows, sheetRows, type UnknownCity } from '#desk/sheets/courier-sheet.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import { foldCity } from '#order/address/cities.ts'
import { whyStays } from './batch-rows.ts'
import { fetchBatch } from './batches.api.ts'
import type { Batch, BatchOrder } from './batches.ts'

export type FileView =
  | { step: 'none' | 'loading' }
  | { step: 'cities'; batch: Batch; unknown: UnknownCity[]; cities: string[] }
  | { step: 'done'; batch: Batch; count: number; leftOut: LeftOut[]; changed: string[] }
  | { step: 'failed'; error: unknown; retry: () => Promise<void> }

/** An order of the batch that is not in its file. */
interface LeftOut {
  id: string
  why: string
}

/** By the place of an unknown city: its name in the courier's list, or null to leave its orders out of the file. */
export type CityChoices = ReadonlyMap<string, string | null>

const defaults = { sendAct, fetchBatch, fetchCouriers, saveCourier, download, makeFile }

export function createBatchFile(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $file = atom<FileView>({ step: 'none' })

  /**
   * Makes the file, or asks for cities that the courier's list does not have. What is chosen for those that were asked
   * for is saved. A press during a run does nothing: two runs would show each other's results.
   */
  async function make(batch: Batch, choices: CityChoices = new Map()): Promise<void> {
    if ($file.get().step === 'loading') return
    $file.set({ step: 'loading' })
    try {
      await saveNames(batch.courier, choices)
      $file.set(await madeFile(batch, choices))
    } catch (error) {
      console.error('Error making the file of a batch', error)
      $file.set({ step: 'failed', error, retry: () => make(batch, choices) })
    }
  }

  /** They are added to those that are saved. */
  async function saveNames(courier: string, choices: CityChoices): Promise<void> {
    const names = [...choices].filter(([, name]) => name !== null)
    if (names.length === 0) return
    const cityNames = Object.fromEntries(names.map(([place, name]) => [place.toLowerCase(), name]))
    await services.saveCourier(courier, { cityNames })
  }

  async function madeFile(batch: Batch, choices: CityChoices): Promise<FileView> {
    const [whole, couriers] = await Promise.all([
      services.fetchBatch(batch.id),
      services.fetchCouriers(),
    ])
    const all = whole?.orders ?? []
    const { cities, cityNames, columns } = settingsFor(couriers, batch.courier)
    const elsewhere = [...choices].filter(([, name]) => name === null)
    const places = new Set(elsewhere.map(([place]) => foldCity(place)))
    const isElsewhere = ({ order: { shippingAddress } }: BatchOrder) =>
      places.has(foldCity(placeText(shippingAddress.city, shippingAddress)))
    const whyLeftOut = (row: BatchOrder) =>
      whyStays(row) ?? (isElsewhere(row) ? LEFT_OUT_CITY : undefined)
    const sent = all.filter((row) => !whyLeftOut(row)).map(({ order }) => order)
    const sheet = sheetRows(sent, columns, cityResolver(cities, cityNames))
    const { unknownCities: unknown } = sheet
    if (unknown.length > 0) return { step: 'cities', batch, unknown, cities }
    const changed = await saveRows(batch.id, sheet, all)
    services.download(`${batch.courier}-batch-${batch.id}`, 'xlsx', await services.makeFile(sheet))
    const leftOut = all.flatMap((row) => {
      const why = whyLeftOut(row)
      return why ? { id: row.order.id, why } : []
    })
    return { step: 'done', batch, count: sheet.ids.length, leftOut, changed }
  }

  /**
   * Saves the cells of each order. Returns the ids of those that were sent before with other cells. Needs no store of
   * acts: saving the same cells again changes nothing, and nothing undoes it.
   */
  async function saveRows(
    batch: number,
    { ids, rows }: SheetRows,
    before: readonly BatchOrder[],
  ): Promise<string[]> {
    const sent = ids.map((id, nth) => ({ id, batch, cells: [...(rows[nth + 1] ?? [])] }))
    for (const some of partsOf(sent, MAX_ROWS))
      await services.sendAct({ request: crypto.randomUUID(), act: 'sheet', rows: some })
    const cellsBefore = new Map(before.map(({ order, cells }) => [order.id, cells]))
    return sent.flatMap(({ id, cells }) => {
      const earlier = cellsBefore.get(id)
      return earlier && JSON.stringify(earlier) !== JSON.stringify(cells) ? id : []
    })
  }

  return { $file, make }
}

export type BatchFileStore = ReturnType<typeof createBatchFile>

const LEFT_OUT_CITY = 'you left out its city: give it another courier on its page'

/** Loads the code for files on demand. */
async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('#desk/files/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}
