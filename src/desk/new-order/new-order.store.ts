/* The page of an order by phone or WhatsApp: what is typed into it, and filled in from a message. */
import { atom, computed } from 'nanostores'
import { createActs } from '#admin/acts/acts.store.ts'
import type { ManualOrder } from '#admin/order/orders.ts'
import { EMPTY_CONTENTS, type Field, type Texts } from '#admin/order-editor/contents.ts'
import { createEditor } from '#admin/order-editor/editor.store.ts'
import { isBlank } from '#kit/text.ts'
import { detailsOfCity } from '#order/address/address-help.ts'
import { parseOrderText } from '#order/texts/parse-order-text.ts'
import { readChat } from './chat/read-chat.ts'
import {
  type Entered,
  type Entering,
  edit,
  liveServices,
  type NewOrderServices,
} from './entering.ts'
import { EMPTY_DRAFT, fillInOrder, isEmptyDraft, labelOf } from './new-order.ts'
import { PRICE_SENTENCES, SENTENCES, save, saveUnderNewNumber } from './save-new-order.ts'

const UNTOUCHED = { ...EMPTY_DRAFT, takenBy: undefined, fillReport: undefined, isRestored: false }

export function createNewOrder(options: Partial<NewOrderServices> = {}) {
  const services = { ...liveServices, ...options }
  const saved = services.readDraft()
  const $entered = atom<Entered>({ ...UNTOUCHED, ...saved, isRestored: saved !== undefined })
  const editor = createEditor($entered, {
    before: () => EMPTY_CONTENTS,
    errorMessage: 'Error creating order',
    sentences: SENTENCES,
    prices: { fetchSizes: services.fetchSizes, ...PRICE_SENTENCES },
  })
  editor.set({})
  // What is entered is saved for this tab at once.
  $entered.listen(({ typed, lines, source, takesNewNumber }) => {
    const draft = { typed, lines, source, takesNewNumber }
    services.saveDraft(isEmptyDraft(draft) ? undefined : draft)
  })
  const acts = createActs<'order'>({ sendAct: services.sendAct, key: 'new-order' })
  const entering: Entering = { $entered, editor, acts, services }
  return {
    ...editor,
    /** The number under which it may be saved already: no response came. */
    $pendingId: computed(acts.$acts, ([act]) =>
      act?.state === 'unsent' ? act.rows[0]?.id : undefined,
    ),
    type: (field: Field, text: string) => type(entering, field, text),
    chooseSource: (source: ManualOrder['source']) => edit(entering, { source }),
    fillFromMessage: () => fillFromMessage(entering),
    clear: () => clear(entering),
    save: () => save(entering),
    saveUnderNewNumber: () => saveUnderNewNumber(entering),
  }
}

export type NewOrderStore = ReturnType<typeof createNewOrder>

function type(entering: Entering, field: Field, text: string): void {
  if (field === 'orderNumber') edit(entering, { takenBy: undefined, takesNewNumber: false })
  entering.editor.type(field, text)
}

function fillFromMessage(entering: Entering): void {
  const { $entered, editor } = entering
  const parsed = parseOrderText(editor.texts().message, readChat)
  const { texts, lines, source, report } = fillInOrder($entered.get(), parsed)
  const ofCity = detailsFor(texts)
  const added = (Object.keys(ofCity) as Field[]).map(labelOf)
  editor.set({ texts: { ...texts, ...ofCity }, lines })
  edit(entering, { source, fillReport: { ...report, filled: [...report.filled, ...added] } })
}

/** State and post code where they are empty and the city gives them. */
function detailsFor(texts: Texts): { state?: string; postalCode?: string } {
  const { state, postalCode } = detailsOfCity(texts)
  return {
    ...(isBlank(texts.state) && state && { state }),
    ...(isBlank(texts.postalCode) && postalCode && { postalCode }),
  }
}

function clear(entering: Entering): void {
  entering.editor.discard()
  entering.acts.forget()
  edit(entering, UNTOUCHED)
}
