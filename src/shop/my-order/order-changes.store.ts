/* Changing or cancelling an order by its device, and asking for help with it (docs/product.md, rules 7.16 to 7.19). */
import { codeOf } from '#kit/remote/shop-error.ts'
import { addressProblems, cleanAddress, type ShippingAddress } from '#order/address/address.ts'
import type { CancelReason, HelpKind, Order } from '#order/order.ts'
import { type OrderKey, tokenOf } from '#order/order-key.ts'
import { problemSentence, REQUIRED } from '#order/texts/problem-sentence.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import { createChangesState } from './changes-state.ts'
import { type ChangeResult, cancelOrder, changeOrder, requestHelp } from './order-changes.api.ts'
import { orderPhone } from './order-phone.ts'
import { CHANGE_WORDS } from './words.ts'

export type OrderChangesStore = ReturnType<typeof createOrderChangesStore>

/** `onOrder` gets the order as it is after a request, `$state` how the request ended: the forms of a page share it. */
export function createOrderChangesStore(
  onOrder: (order: Order) => void,
  $state = createChangesState(),
  api = { changeOrder, cancelOrder, requestHelp },
) {
  async function send(
    order: Order,
    success: string,
    request: (key: OrderKey) => Promise<ChangeResult>,
  ): Promise<void> {
    if ($state.get().isSaving) return
    $state.set({ isSaving: true, problems: {} })
    try {
      const result = await request({ id: order.id, token: tokenOf(order.id) ?? '' })
      onOrder(result.order)
      if (result.ok) finish(success)
      else refuse(result.code)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'unforeseen') console.error('Error changing an order', error)
      refuse(code)
    }
  }

  function refuse(code: string): void {
    const message = refusalSentence('change', code)
    $state.set({ isSaving: false, problems: {}, message, isRefused: true })
  }

  function finish(message: string, problems: Record<string, string> = {}): void {
    $state.set({ isSaving: false, problems, message })
  }

  async function change(order: Order, address: ShippingAddress): Promise<void> {
    const problems = addressProblems(address)
    const fields = Object.entries(problems) as [keyof typeof problems, 'required'][]
    if (fields.length > 0) {
      const sentences = fields.map(([field, problem]) => [field, problemSentence(field, problem)])
      finish(CHANGE_WORDS.hasProblems, Object.fromEntries(sentences))
      return
    }
    await send(order, CHANGE_WORDS.changed, (key) =>
      api.changeOrder(key, order.version, cleanAddress(address)),
    )
  }

  async function cancel(order: Order, reason: CancelReason, text: string): Promise<void> {
    await send(order, CHANGE_WORDS.cancelled, (key) =>
      api.cancelOrder(key, order.version, reason, text.trim()),
    )
  }

  async function askForHelp(order: Order, kind: HelpKind, text: string): Promise<void> {
    if (!text.trim()) {
      finish(CHANGE_WORDS.hasProblems, { text: REQUIRED })
      return
    }
    const phone = tokenOf(order.id) === undefined ? orderPhone(order.id) : undefined
    await send(order, CHANGE_WORDS.helpAsked, async (key) => ({
      ok: true,
      order: await api.requestHelp(phone ? { id: order.id, phone } : key, kind, text),
    }))
  }

  return { $state, change, cancel, askForHelp }
}
