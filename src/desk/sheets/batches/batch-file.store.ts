/*
 * The file of a batch for its courier: it is loaded as the batch is now, its cities are resolved, its rows are saved, and
 * it is downloaded. It can be made again from the page of the batch.
 */
import { atom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { download } from '#admin/download.ts'
import { cityResolver, placeText } from '#desk/sheets/city-resolver.ts'
import { type SheetRows, sheetRows, type UnknownCity } from '#desk/sheets/courier-sheet.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import { partsOf } from '#kit/parts-of.ts'
import { foldCity } from '#order/address/cities.ts'
import { fetchBatch } from './batches.api.ts'
import { BATCH_SIZE, type Batch, type BatchOrder } from './batches.ts'
import { wholeBatch } from './whole-batch.ts'

type Sent = Pick<Batch, 'id' | 'courier'>

export type FileView =
  | { step: 'none' }
  | { step: 'loading'; batch: Sent }
  | AskedCities
  | ({ step: 'done'; batch: Sent; count: number } & NotAsBefore)
  | { step: 'failed'; batch: Sent; error: unknown }

export interface AskedCities {
  step: 'cities'
  batch: Sent
  unknown: UnknownCity[]
  cities: string[]
  isSaving: boolean
  problem?: string
}

/** Ids of orders of the batch that are not in its file, or not as they were sent before. */
interface NotAsBefore {
  /** Cancelled or erased. */
  notSent: string[]
  /** Their city is left out. */
  elsewhere: string[]
  /** They left the batch. */
  left: string[]
  /** They were in a file before, with other cells. */
  changed: string[]
}

/** By the place of an unknown city: its name in the courier's list, or null to leave its orders out of the file. */
export type CityChoices = ReadonlyMap<string, string | null>

const defaults = { sendAct, fetchBatch, fetchCouriers, saveCourier, download, makeFile }

interface Making {
  $file: WritableAtom<FileView>
  services: typeof defaults
}

export function createBatchFile(options: Partial<typeof defaults> = {}) {
  const making: Making = {
    $file: atom({ step: 'none' }),
    services: { ...defaults, ...options },
  }
  return {
    $file: making.$file,
    make: (batch: Sent) => make(making, batch),
    chooseCities: (choices: CityChoices) => chooseCities(making, choices),
  }
}

export type BatchFileStore = ReturnType<typeof createBatchFile>

/** A press during a run does nothing: two runs would show each other's results. */
async function make(making: Making, batch: Sent): Promise<void> {
  const { $file } = making
  const now = $file.get()
  if (now.step === 'loading' || (now.step === 'cities' && now.isSaving)) return
  $file.set({ step: 'loading', batch })
  try {
    await prepare(making, batch, new Map())
  } catch (error) {
    console.error('Error making the file of a batch', error)
    $file.set({ step: 'failed', batch, error })
  }
}

/** Saves the names, and makes the file. Unknown cities without a name in the list are asked for again. */
async function chooseCities(making: Making, choices: CityChoices): Promise<void> {
  const { $file, services } = making
  const view = $file.get()
  if (view.step !== 'cities' || view.isSaving) return
  const { problem: _, ...shown } = view
  const { courier } = view.batch
  $file.set({ ...shown, isSaving: true })
  try {
    const cityNames = { ...settingsFor(await services.fetchCouriers(), courier).cityNames }
    for (const [place, name] of choices) {
      if (name !== null) cityNames[place.toLowerCase()] = name
    }
    const result = await services.saveCourier(courier, { cityNames })
    if (!result.ok) throw new Error(`The names of cities were refused: ${result.code}`)
    await prepare(making, view.batch, choices)
  } catch (error) {
    console.error('Error saving names of cities', error)
    const problem = 'The names could not be saved. Please try again.'
    $file.set({ ...shown, isSaving: false, problem })
  }
}

/** Saves the rows and downloads the file, or asks for cities that the courier's list does not have. */
async function prepare(
  { $file, services }: Making,
  batch: Sent,
  choices: CityChoices,
): Promise<void> {
  const [whole, couriers] = await Promise.all([
    wholeBatch(services.fetchBatch, batch.id),
    services.fetchCouriers(),
  ])
  const all = whole?.orders ?? []
  const { cities, cityNames, columns } = settingsFor(couriers, batch.courier)
  const leftOut = new Set(
    [...choices].filter(([, name]) => name === null).map(([typed]) => foldCity(typed)),
  )
  const isElsewhere = ({ order: { shippingAddress } }: BatchOrder) =>
    leftOut.has(foldCity(placeText(shippingAddress.city, shippingAddress)))
  const booked = all.filter(({ leftAt }) => leftAt === null)
  const sent = booked.filter((row) => !isElsewhere(row)).map(({ order }) => order)
  const sheet = sheetRows(sent, columns, cityResolver(cities, cityNames))
  const { unknownCities: unknown, leftOut: notSent } = sheet
  if (unknown.length > 0)
    return $file.set({ step: 'cities', batch, unknown, cities, isSaving: false })
  const changed = await saveRows(batch.id, sheet, all, services.sendAct)
  services.download(`${batch.courier}-batch-${batch.id}`, 'xlsx', await services.makeFile(sheet))
  $file.set({
    step: 'done',
    batch,
    count: sheet.ids.length,
    notSent,
    elsewhere: idsOf(booked.filter(isElsewhere)),
    left: idsOf(all.filter(({ leftAt }) => leftAt !== null)),
    changed,
  })
}

/** Returns whose rows were sent before with other cells. */
async function saveRows(
  batch: number,
  { ids, rows }: SheetRows,
  before: readonly BatchOrder[],
  send: typeof sendAct,
): Promise<string[]> {
  const sent = ids.map((id, nth) => ({ id, batch, cells: [...(rows[nth + 1] ?? [])] }))
  for (const some of partsOf(sent, BATCH_SIZE))
    await send({ request: crypto.randomUUID(), act: 'sheet', rows: some })
  const cellsBefore = new Map(before.map(({ order, cells }) => [order.id, cells]))
  return sent.flatMap(({ id, cells }) => {
    const earlier = cellsBefore.get(id)
    return earlier && JSON.stringify(earlier) !== JSON.stringify(cells) ? id : []
  })
}

function idsOf(rows: readonly BatchOrder[]): string[] {
  return rows.map(({ order }) => order.id)
}

/** Loads the library for files on demand. */
async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('#desk/files/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}
