/* Changing or cancelling an order by its device, and asking for help with it (docs/product.md, rules 7.16 to 7.19). */
import type { Refused } from '#kit/form/submit.ts'
import { addressProblems, cleanAddress, type ShippingAddress } from '#order/address/address.ts'
import { cleanExtras, type Extras, extrasProblems } from '#order/address/extras.ts'
import { problemSentence } from '#order/address/problem-sentence.ts'
import type { CancelReason, HelpKind, Order } from '#order/order.ts'
import { type OrderKey, tokenOf } from '#order/order-key.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import type { ChangesSubmit, FieldProblems } from './changes-submit.ts'
import { type ChangeResult, cancelOrder, changeOrder, requestHelp } from './order-changes.api.ts'
import { orderPhone } from './order-phone.ts'

/** What the steps of a change work on. */
interface Changing {
  /** Gets the order as it is after a request. */
  onOrder: (order: Order) => void
  changes: ChangesSubmit
  api: {
    changeOrder: typeof changeOrder
    cancelOrder: typeof cancelOrder
    requestHelp: typeof requestHelp
  }
}

export type OrderChangesStore = ReturnType<typeof createOrderChangesStore>

/** The forms of a page share `changes`: one request at a time, and how the latest ended. */
export function createOrderChangesStore(
  onOrder: Changing['onOrder'],
  changes: ChangesSubmit,
  api: Changing['api'] = { changeOrder, cancelOrder, requestHelp },
) {
  const changing: Changing = { onOrder, changes, api }
  return {
    change: (order: Order, address: ShippingAddress, extras: Extras) =>
      change(changing, order, address, extras),
    cancel: (order: Order, reason: CancelReason, text: string) =>
      cancel(changing, order, reason, text),
    askForHelp: (order: Order, kind: HelpKind, text: string) =>
      askForHelp(changing, order, kind, text),
  }
}

async function change(
  changing: Changing,
  order: Order,
  address: ShippingAddress,
  extras: Extras,
): Promise<void> {
  const problems = { ...addressProblems(address), ...extrasProblems(extras) }
  const fields = Object.entries(problems) as [keyof typeof problems, 'required'][]
  const sentences = fields.map(([field, problem]) => [field, problemSentence(field, problem)])
  const wanted = { shippingAddress: cleanAddress(address), extras: cleanExtras(extras) }
  await send(changing, 'Your order is changed.', Object.fromEntries(sentences), () =>
    changing.api.changeOrder(keyOf(order), order.version, wanted),
  )
}

async function cancel(
  changing: Changing,
  order: Order,
  reason: CancelReason,
  text: string,
): Promise<void> {
  await send(changing, 'Your order is cancelled.', {}, () =>
    changing.api.cancelOrder(keyOf(order), order.version, reason, text.trim()),
  )
}

async function askForHelp(
  changing: Changing,
  order: Order,
  kind: HelpKind,
  text: string,
): Promise<void> {
  const phone = tokenOf(order.id) === undefined ? orderPhone(order.id) : undefined
  const proof = phone ? { id: order.id, phone } : keyOf(order)
  const problems: FieldProblems = text.trim() ? {} : { text: 'This field is required' }
  await send(changing, 'We have your message and will contact you.', problems, async () => ({
    ok: true,
    order: await changing.api.requestHelp(proof, kind, text),
  }))
}

function keyOf({ id }: Order): OrderKey {
  return { id, token: tokenOf(id) ?? '' }
}

/** Sends nothing where the fields have problems. */
async function send(
  { onOrder, changes }: Changing,
  success: string,
  problems: FieldProblems,
  request: () => Promise<ChangeResult>,
): Promise<void> {
  await changes.submit(async (): Promise<Refused<FieldProblems> | undefined> => {
    if (Object.keys(problems).length > 0)
      return { problems, sentence: 'Please check the marked fields.' }
    const result = await request()
    onOrder(result.order)
    return result.ok ? undefined : { sentence: refusalSentence('change', result.code) }
  }, success)
}
