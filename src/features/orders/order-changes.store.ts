/* Changing or cancelling an order by its device, and asking for help with it (docs/product.md, 7.16 to 7.19). */
import { atom } from 'nanostores'
import { ShopError } from '#shared/shop-error.ts'
import { addressProblems, cleanAddress, type ShippingAddress } from './address.ts'
import { cleanExtras, type Extras, extrasProblems } from './extras.ts'
import { type ChangeResult, cancelOrder, changeOrder, requestHelp } from './order.api.ts'
import type { CancelReason, HelpKind, Order } from './order.ts'
import { tokenOf } from './order-key.ts'
import { problemSentence } from './problem-sentence.ts'

export interface ChangesState {
  isSaving: boolean
  /** Sentences by the field that they are about. */
  problems: Record<string, string>
  /** How the last request ended. */
  message?: string
}

export type OrderChangesStore = ReturnType<typeof createOrderChangesStore>

const BOOKED =
  'Your order has gone to the courier or was closed, so it can no longer be changed here. Please contact us.'

const SENTENCES: Record<string, string> = {
  stale:
    'Your order was changed meanwhile. Please look at it again, then send your change once more.',
  booked: BOOKED,
  not_found: 'Only the device that placed this order can change it.',
  rate_limited: 'Many changes came in a short time. Please wait ten minutes and try again.',
  too_many_orders:
    'There are several open orders for this phone number already. Please contact us.',
  request_exists: 'You have told us about this order already. Please contact us to add to it.',
  not_delivered: 'This order has not been delivered yet. Please contact us.',
  too_late: 'The three days after the delivery are over. Please contact us.',
}

const UNSAVED =
  'We could not reach our shop, so this may not be saved. What you typed is still here: please try again.'

/** `onOrder` gets the order as it is after a request. */
export function createOrderChangesStore(
  onOrder: (order: Order) => void,
  api = { changeOrder, cancelOrder, requestHelp },
) {
  const $state = atom<ChangesState>({ isSaving: false, problems: {} })

  async function send(
    order: Order,
    success: string,
    request: (key: { id: string; token: string }) => Promise<ChangeResult>,
  ): Promise<void> {
    if ($state.get().isSaving) return
    $state.set({ isSaving: true, problems: {} })
    try {
      const result = await request({ id: order.id, token: tokenOf(order.id) ?? '' })
      onOrder(result.order)
      finish(result.ok ? success : (SENTENCES[result.code] ?? UNSAVED))
    } catch (error) {
      finish((error instanceof ShopError && SENTENCES[error.code]) || UNSAVED)
    }
  }

  function finish(message: string, problems: Record<string, string> = {}): void {
    $state.set({ isSaving: false, problems, message })
  }

  async function change(order: Order, address: ShippingAddress, extras: Extras): Promise<void> {
    const problems = { ...addressProblems(address), ...extrasProblems(extras) }
    const fields = Object.entries(problems) as [keyof typeof problems, 'required'][]
    if (fields.length > 0) {
      const sentences = fields.map(([field, problem]) => [field, problemSentence(field, problem)])
      finish('Please check the marked fields.', Object.fromEntries(sentences))
      return
    }
    const wanted = { shippingAddress: cleanAddress(address), extras: cleanExtras(extras) }
    await send(order, 'Your order is changed.', (key) =>
      api.changeOrder(key, order.version, wanted),
    )
  }

  async function cancel(order: Order, reason: CancelReason, text: string): Promise<void> {
    await send(order, 'Your order is cancelled.', (key) =>
      api.cancelOrder(key, order.version, reason, text.trim()),
    )
  }

  async function askForHelp(order: Order, kind: HelpKind, text: string): Promise<void> {
    if (!text.trim()) {
      finish('Please check the marked fields.', { text: 'This field is required' })
      return
    }
    await send(order, 'We have your message and will contact you.', async (key) => ({
      ok: true,
      order: await api.requestHelp(key, kind, text),
    }))
  }

  return { $state, change, cancel, askForHelp }
}
