/* Sending units of an order again, as an order of its own, exactly once (docs/desk-rules.md, rule 21.30). */
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { createEditor, typedDraft } from '#desk/order-editor/editor.store.ts'
import { EMPTY_CONTENTS, type Problems } from '#desk/order-editor/typed-contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { newOrderId } from '#order/device/order-key.ts'
import type { Order, OrderItem } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import { paths } from '#paths.ts'

const REFUSALS = {
  not_replaceable:
    'Only an order that is shipped or delivered is replaced. One that is lost or comes back is sent again.',
  item_unknown: 'The lines of this order changed. Load the page again.',
}

const defaults = {
  sendAct,
  newOrderId,
  openOrder: async ({ id, date }: Order): Promise<void> => {
    await newOrders.markOwn(date)
    location.assign(paths.adminOrder(id))
  },
}

export function createReplacement(order: Order, options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  /** What may be sent again. */
  const sent = replaceableLines(order.items)
  const lines = sent.map((line) => ({
    product: lineKey(line),
    quantity: sent.length === 1 ? '1' : '0',
  }))
  const editor = createEditor(typedDraft(`order-replacement-${order.id}`), {
    before: () => ({ ...EMPTY_CONTENTS, lines }),
    errorMessage: 'Error sending a replacement',
    noun: 'replacement',
    button: 'Send Replacement',
    refusals: REFUSALS,
  })
  const acts = createActs<'replacement'>({
    sendAct: services.sendAct,
    key: `replacement-${order.id}`,
  })

  async function send(): Promise<Refused<Problems> | undefined> {
    const typed = editor.lines()
    const items = sent
      .map(({ id, size }, nth) => ({ id, size, quantity: Number(typed[nth]?.quantity) }))
      .filter(({ quantity }) => quantity > 0)
    if (items.length === 0) return { sentence: 'Choose what is sent again.' }
    const note = editor.texts().note.trim()
    const row = {
      id: services.newOrderId(),
      replaces: order.id,
      items,
      total: 0,
      ...(note && { note }),
    }
    // Without a response to the first press, that is sent again.
    const result = await acts.one('enter', row, 'replacement')
    if (!result.ok) return editor.explain(result)
    const saved = toOrder(result['order'])
    editor.markSaved()
    showToastOnNextPage({
      title: 'Replacement saved',
      description: `Order ${saved.id} waits to be packed.`,
    })
    void services.openOrder(saved)
    return undefined
  }

  return { ...editor, sent, save: () => editor.send({ hasProblems: false }, send) }
}

/** Joined orders may have a size at two prices: one line here. */
function replaceableLines(items: readonly OrderItem[]): OrderItem[] {
  const lines = new Map<string, OrderItem>()
  for (const item of items) {
    const quantity = (lines.get(lineKey(item))?.quantity ?? 0) + item.quantity
    lines.set(lineKey(item), { ...item, quantity })
  }
  return [...lines.values()]
}
