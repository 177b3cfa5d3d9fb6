/*
 * The page of an order by phone or WhatsApp: what is typed into it, filled in from a message, and saved exactly once
 * (docs/product.md, rule 14.27): as long as it is not known whether it is saved, every try sends what the first one sent.
 */
import { atom, computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { parseOrderText } from '#desk/new-order/chat/parse-order-text.ts'
import { createEditor } from '#desk/order-editor/editor.store.ts'
import { fetchSizes } from '#desk/order-editor/lines.api.ts'
import {
  type ContentField,
  EMPTY_CONTENTS,
  type Problems,
} from '#desk/order-editor/typed-contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { newOrderId } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'
import {
  type Draft,
  EMPTY_DRAFT,
  type EnteredSource,
  type FillReport,
  fillInOrder,
  isEmptyDraft,
  isSameOrder,
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

export function createNewOrder(options: Partial<typeof defaults> = {}) {
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
  /** One at most: until its response comes, each press sends it again. */
  const acts = createActs<'order'>({ sendAct: services.sendAct, key: 'new-order' })
  /** The order that has the number already. */
  const $takenBy = atom<string | undefined>()
  const $fillReport = atom<FillReport | undefined>()
  const $form = computed(
    [editor.$form, $takenBy, $fillReport, acts.$acts],
    (form, takenBy, fillReport, [act]) => ({
      ...form,
      takenBy,
      fillReport,
      /** The number under which it may be saved already: no response came. */
      pendingId: act?.state === 'unsent' ? act.rows[0]?.id : undefined,
      isEditing: form.state !== 'sending' && !form.isSaved,
    }),
  )

  function edit(change: Partial<Draft>): void {
    if ($form.get().isEditing) $draft.set({ ...$draft.get(), ...change })
  }

  function type(field: ContentField, text: string): void {
    if (field === 'orderNumber') {
      edit({ takesNewNumber: false })
      $takenBy.set(undefined)
    }
    editor.type(field, text)
  }

  function fillFromMessage(): void {
    const parsed = parseOrderText(editor.texts().message)
    const { texts, lines, source, report } = fillInOrder($draft.get(), parsed)
    editor.set({ texts, lines })
    edit({ source })
    $fillReport.set(report)
  }

  function clear(): void {
    editor.discard()
    acts.forget()
    $draft.set(EMPTY_DRAFT)
    $takenBy.set(undefined)
    $fillReport.set(undefined)
  }

  async function save(): Promise<void> {
    const form = $form.get()
    const read = readNewOrder(form, form.sizes)
    if (form.isEditing) await editor.send(read, () => send(read))
  }

  /** Where another order has the number. The customer's late attempt finds it by the number of the message. */
  async function saveUnderNewNumber(): Promise<void> {
    edit({ takesNewNumber: true })
    await save()
  }

  async function send(read: ReadNewOrder): Promise<Refused<Problems> | undefined> {
    $takenBy.set(undefined)
    const row = { id: read.id ?? services.newOrderId(), ...read.row }
    const result = await acts.one('enter', row, 'order')
    if (!result.ok) {
      if (result.code !== 'id_taken') return editor.explain(result)
      $takenBy.set(result.id)
      return {}
    }
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

  return {
    ...editor,
    $form,
    type,
    chooseSource: (source: EnteredSource) => edit({ source }),
    fillFromMessage,
    clear,
    save,
    saveUnderNewNumber,
  }
}

export type NewOrderStore = ReturnType<typeof createNewOrder>

export type NewOrderForm = ReturnType<NewOrderStore['$form']['get']>
