/*
 * A courier sheet: books the orders as a batch, loads them, resolves their cities, and downloads
 * the file. From the first step on the batch stands in the list, from where the file can be made again.
 */
import { atom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { download } from '#admin/order/download.ts'
import type { Refusal } from '#admin/order/orders.ts'
import type { AskedReason } from '#admin/order/packing.ts'
import { cityResolver, placeText } from '#desk/sheets/city-resolver.ts'
import { type SheetRows, sheetRows, type UnknownCity } from '#desk/sheets/courier-sheet.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import { foldCity } from '#order/address/cities.ts'
import { fetchBatch, fetchPackable } from './batches.api.ts'
import {
  BATCH_SIZE,
  type BatchChange,
  type BatchOrder,
  type BatchRequest,
  type MadeBatch,
  type Packable,
} from './batches.ts'
import { saveSent, wholeBatch } from './large-batches.ts'
import { findPackable, isQuestion } from './packable.ts'

export type SheetView =
  | { step: 'idle' | 'checking' | 'booking' | 'loading' }
  /** Nothing is booked yet. */
  | ({ step: 'asking'; request: BatchRequest } & Packable)
  /** The courier has all orders that were asked for already, or they are closed. */
  | { step: 'nothing'; made: MadeBatch<null> }
  | {
      step: 'cities'
      made: MadeBatch
      unknown: UnknownCity[]
      cities: string[]
      isSaving: boolean
      problem?: string
    }
  | ({ step: 'done'; made: MadeBatch; count: number } & NotAsBefore)
  /** `lost`: it is unknown whether the orders were booked. Without a batch, else, none were. */
  | { step: 'failed' | 'lost'; made: MadeBatch | undefined; error: unknown }
  | { step: 'refused'; problem: string }

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

const sheetServices = {
  fetchPackable,
  sendAct,
  fetchBatch,
  fetchCouriers,
  saveCourier,
  download,
  makeFile,
  /** Called when the batches changed, or may have. */
  onBatch: () => {},
  /** Called when the orders that were asked for are booked. */
  onBooked: () => {},
}

type SheetServices = typeof sheetServices

/** A request, and what earlier ones of the same press left out. */
interface Asked {
  request: BatchRequest
  leftOut: BatchChange['leftOut']
}

/** What the steps of a sheet work on. */
interface Making {
  $sheet: WritableAtom<SheetView>
  acts: Acts<Asked>
  services: SheetServices
}

/** The courier sheet that is being made, or the last one. */
export function createSheet(options: Partial<SheetServices> = {}) {
  const services = { ...sheetServices, ...options }
  const acts = createActs<Asked>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error making a courier sheet',
    key: 'sheet',
  })
  const [lost] = acts.unsent()
  const first: SheetView = lost
    ? { step: 'lost', made: undefined, error: undefined }
    : { step: 'idle' }
  const making: Making = { $sheet: atom(first), acts, services }
  return {
    $sheet: making.$sheet,
    make: (request: BatchRequest) => checkAndMake(making, request),
    /** Makes the sheet that was asked about, with the orders that have only these reasons. */
    makeIncluding: (include: readonly AskedReason[]) => makeIncluding(making, include),
    cancel: () => making.$sheet.set({ step: 'idle' }),
    makeAgain: (made: MadeBatch) => makeAgain(making, made),
    /** Books what had no response, once in either case. */
    retry: () => retry(making),
    chooseCities: (choices: CityChoices) => chooseCities(making, choices),
  }
}

export type SheetStore = ReturnType<typeof createSheet>

/** A press during a run does nothing: two runs would show each other's results. */
function isBusy(view: SheetView): boolean {
  return view.step === 'cities'
    ? view.isSaving
    : ['checking', 'booking', 'loading'].includes(view.step)
}

/** Asks first about all orders, and about those of a list that not all may leave. */
async function checkAndMake(making: Making, request: BatchRequest): Promise<void> {
  const { $sheet, services } = making
  if (isBusy($sheet.get())) return
  // Who named what to include was asked already.
  if (request.include) return book(making, request)
  $sheet.set({ step: 'checking' })
  try {
    const found = await findPackable(services.fetchPackable, request.ids)
    if (found.groups.length > 0 && (!request.ids || isQuestion(found)))
      $sheet.set({ step: 'asking', request, ...found })
    else await book(making, request)
  } catch (error) {
    fail(making, undefined, error)
  }
}

async function makeIncluding(making: Making, include: readonly AskedReason[]): Promise<void> {
  const view = making.$sheet.get()
  if (view.step === 'asking') await book(making, { ...view.request, include })
}

/** Books the orders of the request, as many at once as the database takes, and makes their file. */
async function book(
  making: Making,
  request: BatchRequest,
  leftOut: Asked['leftOut'] = [],
): Promise<void> {
  const { acts, $sheet } = making
  $sheet.set({ step: 'booking' })
  acts.forget()
  const { ids, include = [], ...rest } = request
  const some = ids && { ids: ids.slice(0, BATCH_SIZE) }
  const row = { id: '', ...rest, include: [...include], ...some }
  await goOn(making, await acts.send('batch', [row], { request, leftOut }))
}

async function retry(making: Making): Promise<void> {
  const [lost] = making.acts.unsent()
  if (!lost || isBusy(making.$sheet.get())) return
  making.$sheet.set({ step: 'booking' })
  await goOn(making, await making.acts.resend(lost))
}

async function goOn(
  making: Making,
  { about, state, results, error }: SentAct<Asked>,
): Promise<void> {
  const { $sheet, acts, services } = making
  services.onBatch()
  if (state === 'unsent') return $sheet.set({ step: 'lost', made: undefined, error })
  acts.forget()
  const change = results[0] as unknown as BatchChange | Refusal
  if (!change.ok) return $sheet.set({ step: 'refused', problem: refusalSentence(change.code) })
  const { courier, ids } = about.request
  const { batch, exported, remaining } = change
  const leftOut = [...about.leftOut, ...change.leftOut]
  // After the first request the batch is known, and the next ones add to it.
  const next = { ...about.request, ...(batch && { batch: batch.id }) }
  if (ids && ids.length > BATCH_SIZE)
    return book(making, { ...next, ids: ids.slice(BATCH_SIZE) }, leftOut)
  if (!ids && exported.length > 0 && remaining > 0) return book(making, next, leftOut)
  services.onBooked()
  if (batch) await makeFileOf(making, { courier, leftOut, batch })
  else $sheet.set({ step: 'nothing', made: { courier, leftOut, batch } })
}

/** Makes the file of a batch again. */
async function makeAgain(making: Making, made: MadeBatch): Promise<void> {
  if (!isBusy(making.$sheet.get())) await makeFileOf(making, made)
}

async function makeFileOf(making: Making, made: MadeBatch): Promise<void> {
  making.$sheet.set({ step: 'loading' })
  try {
    await prepare(making, made, new Map())
  } catch (error) {
    fail(making, made, error)
  }
}

function fail({ $sheet }: Making, made: MadeBatch | undefined, error: unknown): void {
  console.error('Error making a courier sheet', error)
  $sheet.set({ step: 'failed', made, error })
}

/** Saves the names, and makes the file. Unknown cities without a name in the list are asked for again. */
async function chooseCities(making: Making, choices: CityChoices): Promise<void> {
  const { $sheet, services } = making
  const view = $sheet.get()
  if (view.step !== 'cities' || view.isSaving) return
  const { problem: _, ...shown } = view
  $sheet.set({ ...shown, isSaving: true })
  try {
    const { courier } = view.made
    const cityNames = { ...settingsFor(await services.fetchCouriers(), courier).cityNames }
    for (const [place, name] of choices) {
      if (name !== null) cityNames[place.toLowerCase()] = name
    }
    const result = await services.saveCourier(courier, { cityNames })
    if (!result.ok) throw new Error(`The names of cities were refused: ${result.code}`)
    await prepare(making, view.made, choices)
  } catch (error) {
    console.error('Error saving names of cities', error)
    const problem = 'The names could not be saved. Please try again.'
    $sheet.set({ ...shown, isSaving: false, problem })
  }
}

/** Saves the rows and downloads the file, or asks for cities that the courier's list does not have. */
async function prepare(
  { $sheet, services }: Making,
  made: MadeBatch,
  choices: CityChoices,
): Promise<void> {
  const { courier, batch } = made
  const [whole, couriers] = await Promise.all([
    wholeBatch(services.fetchBatch, batch.id),
    services.fetchCouriers(),
  ])
  const all = whole?.orders ?? []
  const { cities, cityNames, columns } = settingsFor(couriers, courier)
  const leftOut = new Set(
    [...choices].filter(([, name]) => name === null).map(([typed]) => foldCity(typed)),
  )
  const isElsewhere = ({ order: { shippingAddress } }: BatchOrder) =>
    leftOut.has(foldCity(placeText(shippingAddress.city, shippingAddress)))
  const booked = all.filter(({ leftAt }) => leftAt === null)
  const sent = booked.filter((row) => !isElsewhere(row)).map(({ order }) => order)
  const sheet = sheetRows(sent, columns, cityResolver(cities, cityNames))
  const { unknownCities: unknown, leftOut: notSent } = sheet
  if (unknown.length > 0) {
    $sheet.set({ step: 'cities', made, unknown, cities, isSaving: false })
    return
  }
  const changed = await saveSent(batch.id, sheet, all, services.sendAct)
  services.download(`${courier}-batch-${batch.id}`, 'xlsx', await services.makeFile(sheet))
  const elsewhere = idsOf(booked.filter(isElsewhere))
  const left = idsOf(all.filter(({ leftAt }) => leftAt !== null))
  const count = sheet.ids.length
  $sheet.set({ step: 'done', made, count, notSent, elsewhere, left, changed })
}

function idsOf(rows: readonly BatchOrder[]): string[] {
  return rows.map(({ order }) => order.id)
}

/** Loads the library for files on demand. */
async function makeFile({ rows }: SheetRows): Promise<Blob> {
  const { makeXlsx, XLSX_TYPE } = await import('#desk/files/xlsx.ts')
  return new Blob([makeXlsx(rows, 'Orders')], { type: XLSX_TYPE })
}

function refusalSentence(code: string): string {
  if (code === 'courier_invalid') return 'This courier is not known.'
  if (code === 'not_found') return 'They were undone meanwhile. Send the orders again.'
  return 'The backend refused these orders.'
}
