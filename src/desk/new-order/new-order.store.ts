/*
 * The page of an order by phone or WhatsApp: what is typed into it, filled in from a message, and saved exactly once
 * (docs/product.md, rule 14.27): as long as it is not known whether it is saved, every try sends what the first one sent.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs } from '#admin/acts/acts.store.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { parseOrderText } from '#desk/new-order/chat/parse-order-text.ts'
import { createEditor, type Editor } from '#desk/order-editor/editor.store.ts'
import { fetchSizes } from '#desk/order-editor/lines.api.ts'
import {
  type ContentField,
  type ContentTexts,
  EMPTY_CONTENTS,
  type Problems,
} from '#desk/order-editor/typed-contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import { isBlank } from '#kit/text.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { detailsOfCity } from '#order/address/address-hints.ts'
import { newOrderId } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'
import { readChat } from './chat/read-chat.ts'
import {
  type Draft,
  EMPTY_DRAFT,
  type EnteredSource,
  type FillReport,
  fillInOrder,
  isEmptyDraft,
  isSameOrder,
  labelOf,
  parseDraft,
  type ReadNewOrder,
  readNewOrder,
} from './new-order.ts'

const defaults = {
  sendAct,
  fetchSizes,
  showToastOnNextPage,
  newOrderId,
  /** Replaced, so that Back does not lead to the form of a saved order. */
  openOrder: async ({ id, date }: Order): Promise<void> => {
    await newOrders.markOwn(date)
    location.replace(paths.adminOrder(id))
  },
}

export type NewOrderServices = typeof defaults

/** What the steps of a new order work on. */
interface Entering {
  $draft: WritableAtom<Draft>
  /** The order that has the number already. */
  $takenBy: WritableAtom<string | undefined>
  $fillReport: WritableAtom<FillReport | undefined>
  editor: Editor<Draft>
  /** One at most: until its response comes, each press sends it again. */
  acts: Acts<'order'>
  services: NewOrderServices
}

export type NewOrderForm = ReturnType<NewOrderStore['$form']['get']>

export function createNewOrder(options: Partial<NewOrderServices> = {}) {
  const services = { ...defaults, ...options }
  const $draft = draftAtom('new-order', {
    empty: EMPTY_DRAFT,
    isEmpty: (draft) => draft.isSaved || isEmptyDraft(draft),
    parse: parseDraft,
  })
  const editor = createEditor($draft, {
    before: () => EMPTY_CONTENTS,
    errorMessage: 'Error creating order',
    noun: 'order',
    button: 'Save Order',
    fetchSizes: services.fetchSizes,
  })
  editor.set({})
  const acts = createActs<'order'>({ sendAct: services.sendAct, key: 'new-order' })
  const $takenBy = atom<string | undefined>()
  const $fillReport = atom<FillReport | undefined>()
  const entering: Entering = { $draft, $takenBy, $fillReport, editor, acts, services }
  return {
    ...editor,
    $form: computed(
      [editor.$form, $takenBy, $fillReport, acts.$acts],
      (form, takenBy, fillReport, [act]) => ({
        ...form,
        takenBy,
        fillReport,
        /** The number under which it may be saved already: no response came. */
        pendingId: act?.state === 'unsent' ? act.rows[0]?.id : undefined,
        isEditing: isEditing(form),
      }),
    ),
    type: (field: ContentField, text: string) => type(entering, field, text),
    chooseSource: (source: EnteredSource) => edit(entering, { source }),
    fillFromMessage: () => fillFromMessage(entering),
    clear: () => clear(entering),
    save: () => save(entering),
    /** Where another order has the number. The customer's late attempt finds it by the number of the message. */
    saveUnderNewNumber: () => {
      edit(entering, { takesNewNumber: true })
      return save(entering)
    },
  }
}

export type NewOrderStore = ReturnType<typeof createNewOrder>

function edit({ $draft, editor }: Entering, change: Partial<Draft>): void {
  if (isEditing(editor.$form.get())) $draft.set({ ...$draft.get(), ...change })
}

function type(entering: Entering, field: ContentField, text: string): void {
  if (field === 'orderNumber') {
    edit(entering, { takesNewNumber: false })
    entering.$takenBy.set(undefined)
  }
  entering.editor.type(field, text)
}

function fillFromMessage(entering: Entering): void {
  const { $draft, $fillReport, editor } = entering
  const parsed = parseOrderText(editor.texts().message, readChat)
  const { texts, lines, source, report } = fillInOrder($draft.get(), parsed)
  const ofCity = detailsFor(texts)
  const added = (Object.keys(ofCity) as ContentField[]).map(labelOf)
  editor.set({ texts: { ...texts, ...ofCity }, lines })
  edit(entering, { source })
  $fillReport.set({ ...report, filled: [...report.filled, ...added] })
}

/** State and post code where they are empty and the city gives them. */
function detailsFor(texts: ContentTexts): { state?: string; postalCode?: string } {
  const { state, postalCode } = detailsOfCity(texts)
  return {
    ...(isBlank(texts.state) && state && { state }),
    ...(isBlank(texts.postalCode) && postalCode && { postalCode }),
  }
}

function clear(entering: Entering): void {
  entering.editor.discard()
  entering.acts.forget()
  entering.$draft.set(EMPTY_DRAFT)
  entering.$takenBy.set(undefined)
  entering.$fillReport.set(undefined)
}

function isEditing({ state, isSaved }: { state: string; isSaved: boolean }): boolean {
  return state !== 'sending' && !isSaved
}

async function save(entering: Entering): Promise<void> {
  const form = entering.editor.$form.get()
  if (!isEditing(form)) return
  const read = readNewOrder(form, form.sizes)
  await entering.editor.send(read, () => send(entering, read))
}

async function send(
  { $takenBy, acts, editor, services }: Entering,
  read: ReadNewOrder,
): Promise<Refused<Problems> | undefined> {
  $takenBy.set(undefined)
  const row = { id: read.id ?? services.newOrderId(), ...read.row }
  const result = await acts.one('enter', row, 'order')
  if (result.ok) {
    const order = toOrder(result['order'])
    editor.markSaved()
    services.showToastOnNextPage({
      title: 'Order saved',
      description: isSameOrder(order, read)
        ? `Order ${order.id} is saved.`
        : `Order ${order.id} was saved by an earlier try, as it stands here. Correct it if it changed since.`,
    })
    void services.openOrder(order)
    return undefined
  }
  if (result.code !== 'id_taken') return editor.explain(result)
  $takenBy.set(result.id)
  return {}
}
