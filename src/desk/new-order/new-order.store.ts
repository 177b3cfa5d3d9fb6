/* The page of an order by phone or WhatsApp: what is typed into it, and filled in from a message. */
import { atom, computed } from 'nanostores'
import { changeLine, type LineText } from '#admin/order/lines.ts'
import type { OrderFormField } from '#admin/order/order-form.ts'
import { createOrderSubmit, resetSubmit } from '#admin/order/order-submit.ts'
import type { ManualOrder } from '#admin/order/orders.ts'
import { isBlank } from '#kit/text.ts'
import { detailsOfCity } from '#order/address/address-help.ts'
import { parseOrderText } from '#order/texts/parse-order-text.ts'
import { readChat } from './chat/read-chat.ts'
import {
  type Entered,
  type Entering,
  edit,
  liveServices,
  type NewOrderForm,
  type NewOrderServices,
} from './entering.ts'
import { type Draft, EMPTY_DRAFT, fillInOrder, labelOf, type NewOrderField } from './new-order.ts'
import { SENTENCES, save, saveUnderNewNumber } from './save-new-order.ts'

export function createNewOrder(options: Partial<NewOrderServices> = {}) {
  const services = { ...liveServices, ...options }
  const saved = services.readDraft()
  const $entered = atom<Entered>({
    ...(saved ?? EMPTY_DRAFT),
    takenBy: undefined,
    fillReport: undefined,
    isRestored: saved !== undefined,
  })
  const submit = createOrderSubmit({
    errorMessage: 'Error creating order',
    fetchSizes: services.fetchSizes,
    sentences: SENTENCES,
  })
  const entering: Entering = { $entered, submit, services }
  return {
    $form: computed(
      [$entered, submit.$saving],
      (entered, saving): NewOrderForm => ({ ...entered, ...saving }),
    ),
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

function type(entering: Entering, field: NewOrderField, text: string): void {
  const { texts } = entering.$entered.get()
  const ofNumber = field === 'orderNumber' && { takenBy: undefined, takesNewNumber: false }
  edit(entering, { texts: { ...texts, [field]: text }, ...ofNumber })
  entering.submit.form.clear(field as OrderFormField)
}

function typeLine(entering: Entering, nth: number, change: Partial<LineText>): void {
  edit(entering, { lines: changeLine(entering.$entered.get().lines, nth, change) })
}

function fillFromMessage(entering: Entering): void {
  const entered = entering.$entered.get()
  const { draft, report } = fillInOrder(entered, parseOrderText(entered.texts.message, readChat))
  const ofCity = detailsFor(draft.texts)
  const added = (Object.keys(ofCity) as NewOrderField[]).map(labelOf)
  edit(entering, {
    ...draft,
    texts: { ...draft.texts, ...ofCity },
    fillReport: { ...report, filled: [...report.filled, ...added] },
  })
}

/** State and post code where they are empty and the city gives them. */
function detailsFor(texts: Draft['texts']): { state?: string; postalCode?: string } {
  const { state, postalCode } = detailsOfCity(texts)
  return {
    ...(isBlank(texts.state) && state && { state }),
    ...(isBlank(texts.postalCode) && postalCode && { postalCode }),
  }
}

function clear(entering: Entering): void {
  resetSubmit(entering.submit)
  edit(entering, { ...EMPTY_DRAFT, fillReport: undefined, takenBy: undefined, isRestored: false })
}
