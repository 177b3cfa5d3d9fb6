/*
 * Saving an order by phone or WhatsApp exactly once (docs/product.md, rule 14.27). The key is saved for
 * this tab before it is sent. As long as it is not known whether its order is saved, every try sends it.
 */
import { atom, type WritableAtom } from 'nanostores'
import { fetchNewSizes, fetchSizes, isAboutPrices } from '#admin/order/lines.api.ts'
import { EMPTY_LINE, type LineText, type SoldSize, sizesOfBuild } from '#admin/order/lines.ts'
import { refusedProblem } from '#admin/order/order-form.ts'
import { createOrder } from '#admin/order/orders.api.ts'
import type { ManualOrder, Refusal } from '#admin/order/orders.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { NEW_ORDER_KEY } from '#admin/place/drafts.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { isBlank } from '#kit/text.ts'
import { showToastOnNextPage } from '#kit/toast/toast.ts'
import { detailsOfCity } from '#order/address/address-help.ts'
import type { Order } from '#order/order.ts'
import { newOrderKey, type OrderKey } from '#order/order-key.ts'
import { parseOrderText } from '#order/texts/parse-order-text.ts'
import { paths } from '#paths.ts'
import {
  type Draft,
  EMPTY_DRAFT,
  type FillReport,
  fillInOrder,
  isEmptyDraft,
  isSameOrder,
  labelOf,
  type NewOrderField,
  type Problems,
  parseDraft,
  type ReadNewOrder,
  readNewOrder,
} from './new-order.ts'

export interface NewOrderForm extends Draft {
  state: 'editing' | 'saving' | 'saved'
  sizes: readonly SoldSize[]
  /** Counts the presses that were stopped; from the first on, problems are shown. */
  checks: number
  /** Problems that the backend found, each until its field is typed into. */
  refused: Problems
  /** Why it is not saved, where that is no field's fault. */
  problem: string | undefined
  /** The order that has the number already. */
  takenBy: string | undefined
  fillReport: FillReport | undefined
  /** Whether the draft was typed before the page was opened. */
  isRestored: boolean
}

const defaults = {
  createOrder,
  fetchSizes,
  showToastOnNextPage,
  newOrderKey,
  readDraft: (): Draft | undefined => parseDraft(tabStorage.get(NEW_ORDER_KEY)),
  saveDraft: (draft: Draft | undefined): void =>
    draft ? tabStorage.set(NEW_ORDER_KEY, draft) : tabStorage.remove(NEW_ORDER_KEY),
  /** Replaced, so that Back does not lead to the form of a saved order. */
  openOrder: async ({ id, date }: Order): Promise<void> => {
    await newOrders.markOwn(date)
    location.replace(paths.adminOrder(id))
  },
}

export type NewOrderServices = typeof defaults

export const NOT_KNOWN =
  'It is not known whether this order is saved: the response did not arrive. Press Save Order again: it is not saved twice.'
const REPRICED =
  'The prices changed since this page was opened. The lines have today’s prices now: check the total and press Save Order again.'
const PRICES_DIFFER =
  'The database has other prices than this site, so nothing is saved. Publish the site again, then press Save Order.'
const PRICES_UNKNOWN =
  'The prices changed since this page was opened, and today’s could not be loaded. Press Save Order again.'

/** What the steps of a new order work on. */
interface Entering {
  $form: WritableAtom<NewOrderForm>
  services: NewOrderServices
}

export function createNewOrder(options: Partial<NewOrderServices> = {}) {
  const services = { ...defaults, ...options }
  const saved = services.readDraft()
  const $form = atom<NewOrderForm>({
    ...(saved ?? EMPTY_DRAFT),
    state: 'editing',
    sizes: sizesOfBuild,
    checks: 0,
    refused: {},
    problem: undefined,
    takenBy: undefined,
    fillReport: undefined,
    isRestored: saved !== undefined,
  })
  const entering: Entering = { $form, services }
  return {
    $form,
    type: (field: NewOrderField, text: string) => type(entering, field, text),
    typeLine: (nth: number, change: Partial<LineText>) => typeLine(entering, nth, change),
    chooseSource: (source: ManualOrder['source']) => edit(entering, { source }),
    fillFromMessage: () => fillFromMessage(entering),
    clear: () => clear(entering),
    save: () => save(entering),
    saveUnderNewNumber: () => saveUnderNewNumber(entering),
  }
}

export type NewOrderStore = ReturnType<typeof createNewOrder>

function set({ $form }: Entering, change: Partial<NewOrderForm>): void {
  $form.set({ ...$form.get(), ...change })
}

function edit(entering: Entering, change: Partial<NewOrderForm>): void {
  set(entering, change)
  const { texts, lines, source, pendingKey, takesNewNumber } = entering.$form.get()
  const draft = { texts, lines, source, pendingKey, takesNewNumber }
  entering.services.saveDraft(isEmptyDraft(draft) ? undefined : draft)
}

function type(entering: Entering, field: NewOrderField, text: string): void {
  const { texts, refused } = entering.$form.get()
  const { [field]: _, ...others } = refused
  const ofNumber = field === 'orderNumber' && { takenBy: undefined, takesNewNumber: false }
  edit(entering, { texts: { ...texts, [field]: text }, refused: others, ...ofNumber })
}

/** A line after the last is added. */
function typeLine(entering: Entering, nth: number, change: Partial<LineText>): void {
  const lines = [...entering.$form.get().lines]
  lines[nth] = { ...EMPTY_LINE, ...lines[nth], ...change }
  edit(entering, { lines })
}

function fillFromMessage(entering: Entering): void {
  const form = entering.$form.get()
  const { draft, report } = fillInOrder(form, parseOrderText(form.texts.message))
  const ofCity = detailsFor(draft.texts)
  const added = (Object.keys(ofCity) as NewOrderField[]).map(labelOf)
  edit(entering, {
    ...draft,
    texts: { ...draft.texts, ...ofCity },
    fillReport: { ...report, filled: [...report.filled, ...added] },
  })
}

function clear(entering: Entering): void {
  edit(entering, {
    ...EMPTY_DRAFT,
    checks: 0,
    refused: {},
    problem: undefined,
    fillReport: undefined,
    takenBy: undefined,
    isRestored: false,
  })
}

/** Where another order has the number. The customer's late attempt finds it by the number of the message. */
async function saveUnderNewNumber(entering: Entering): Promise<void> {
  edit(entering, { takesNewNumber: true })
  await save(entering)
}

async function save(entering: Entering): Promise<void> {
  const { $form, services } = entering
  const form = $form.get()
  if (form.state !== 'editing') return
  const read = readNewOrder(form, form.sizes)
  if (read.hasProblems) return stop(entering, { problem: undefined })
  const wasPending = form.pendingKey !== undefined
  const key = form.pendingKey ?? keyFor(read, services)
  set(entering, { state: 'saving', refused: {}, problem: undefined, takenBy: undefined })
  edit(entering, { pendingKey: key })
  try {
    const result = await services.createOrder(key, read.order)
    if (result.ok) return succeed(entering, result.order, read)
    // A request of an earlier try may still arrive: its key is used until an order has the number.
    const isOver = !wasPending || result.code === 'id_taken'
    edit(entering, { pendingKey: isOver ? undefined : key })
    await meetRefusal(entering, result, key)
  } catch (error) {
    console.error('Error creating order', error)
    meetError(entering, error, wasPending)
  }
}

function keyFor({ id }: ReadNewOrder, { newOrderKey }: NewOrderServices): OrderKey {
  const key = newOrderKey()
  return id ? { ...key, id } : key
}

function succeed(entering: Entering, order: Order, read: ReadNewOrder): void {
  const { saveDraft, showToastOnNextPage, openOrder } = entering.services
  set(entering, { state: 'saved' })
  saveDraft(undefined)
  showToastOnNextPage({
    title: 'Order saved',
    description: isSameOrder(order, read)
      ? `Order ${order.id} is saved.`
      : `Order ${order.id} was saved by an earlier try, as it stands here. Correct it if it changed since.`,
  })
  void openOrder(order)
}

async function meetRefusal(
  entering: Entering,
  { code, field }: Refusal,
  { id }: OrderKey,
): Promise<void> {
  if (code === 'id_taken') return stop(entering, { takenBy: id })
  if (isAboutPrices(code)) return reprice(entering)
  const refused = refusedProblem(code, field)
  const isAtField = Object.keys(refused).length > 0
  stop(entering, { refused, problem: isAtField ? undefined : refusedSentence(code) })
}

async function reprice(entering: Entering): Promise<void> {
  try {
    const sizes = await fetchNewSizes(entering.$form.get().sizes, entering.services.fetchSizes)
    stop(entering, sizes ? { sizes, problem: REPRICED } : { problem: PRICES_DIFFER })
  } catch (error) {
    console.error('Error fetching prices', error)
    stop(entering, { problem: PRICES_UNKNOWN })
  }
}

/** At the end of the session the page is on its way to the login, and what was typed stays. */
function meetError(entering: Entering, error: unknown, wasPending: boolean): void {
  const isRefused = hasCode(error, 'refused') || hasCode(error, 'forbidden')
  if (isRefused && !wasPending) edit(entering, { pendingKey: undefined })
  stop(entering, { problem: isRefused ? refusedSentence('refused') : NOT_KNOWN })
}

function stop(entering: Entering, change: Partial<NewOrderForm>): void {
  set(entering, { state: 'editing', checks: entering.$form.get().checks + 1, ...change })
}

/** State and post code where they are empty and the city gives them. */
function detailsFor(texts: Draft['texts']): { state?: string; postalCode?: string } {
  const { state, postalCode } = detailsOfCity(texts)
  return {
    ...(isBlank(texts.state) && state && { state }),
    ...(isBlank(texts.postalCode) && postalCode && { postalCode }),
  }
}

function refusedSentence(code: string): string {
  return `The database refused the order (${code}), so it is not saved. What you typed is still here.`
}
