/* Changing or cancelling an order by its device, and asking for help with it (docs/product.md, rules 7.16 to 7.19). */
import { createSubmit, type Refused, type Submission } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import {
  type AddressField,
  type AddressProblem,
  addressProblems,
  cleanAddress,
  type ShippingAddress,
} from '#order/address/address.ts'
import { type OrderKey, tokenOf } from '#order/device/order-key.ts'
import {
  type OrderProof,
  orderPhone,
  proofOf,
  replaceCodeByPhone,
} from '#order/device/order-proof.ts'
import type { CancelReason, HelpKind, Order } from '#order/order.ts'
import {
  type ChangeResult,
  cancelOrder,
  changeOrder,
  confirmOrder,
  requestHelp,
} from '#order/requests/order-changes.api.ts'
import { problemSentence, REQUIRED } from '#order/texts/problem-sentence.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'
import type { OnOrder } from '#shop/my-order/page/order.store.ts'
import { DONE_WORDS, HAS_PROBLEMS } from './words.ts'

/** Sentences by the field that they are about. */
type FieldProblems = Record<string, string>

const orderApi = { changeOrder, cancelOrder, confirmOrder, requestHelp }

/** What the functions of a change share. */
interface Changing {
  onOrder: OnOrder
  submit: ReturnType<typeof createSubmit<FieldProblems>>['submit']
  api: typeof orderApi
}

type OrderChangesStore = ReturnType<typeof createOrderChangesStore>

/** Props of each form that changes a placed order. */
export interface OrderFormProps {
  order: Order
  store: OrderChangesStore
}

/** Shared by forms of a page: one request at a time, and how the latest ended. */
export function createOrderChangesStore(onOrder: OnOrder, api = orderApi) {
  const { $submission, submit } = createSubmit<FieldProblems>('Error changing an order')
  const changing: Changing = { onOrder, submit, api }
  return {
    $submission,
    change: (order: Order, typing: Promise<ShippingAddress>) => change(changing, order, typing),
    cancel: (order: Order, reason: CancelReason, text: string) =>
      cancel(changing, order, reason, text),
    confirm: (order: Order, code: string) => confirm(changing, order, code),
    askForHelp: (order: Order, kind: HelpKind, text: string) =>
      askForHelp(changing, order, kind, text),
  }
}

/** `typing` is what is typed, once a table has completed it (docs/product.md, rules 4.39 and 4.40). */
async function change(
  changing: Changing,
  order: Order,
  typing: Promise<ShippingAddress>,
): Promise<void> {
  await send(changing, DONE_WORDS.changed, typing.then(sentencesOf), async () => {
    const address = cleanAddress(await typing)
    return withProof(order, (proof) => changing.api.changeOrder(proof, order.version, address))
  })
}

function sentencesOf(address: ShippingAddress): FieldProblems {
  const problems = addressProblems(address)
  const fields = Object.entries(problems) as [AddressField, AddressProblem][]
  return Object.fromEntries(
    fields.map(([field, problem]) => [field, problemSentence(field, problem)]),
  )
}

async function cancel(
  changing: Changing,
  order: Order,
  reason: CancelReason,
  text: string,
): Promise<void> {
  await send(changing, DONE_WORDS.cancelled, {}, () =>
    withProof(order, (proof) =>
      changing.api.cancelOrder(proof, order.version, reason, text.trim()),
    ),
  )
}

async function confirm(changing: Changing, order: Order, code: string): Promise<void> {
  await send(changing, DONE_WORDS.confirmed, {}, async () => {
    const confirmed = await changing.api.confirmOrder(order.id, code)
    replaceCodeByPhone(order.id, confirmed.shippingAddress.phone)
    return { ok: true, order: confirmed }
  })
}

async function askForHelp(
  changing: Changing,
  order: Order,
  kind: HelpKind,
  text: string,
): Promise<void> {
  const phone = tokenOf(order.id) === undefined ? orderPhone(order.id) : undefined
  const proof = phone ? { id: order.id, phone } : keyOf(order)
  const problems: FieldProblems = text.trim() ? {} : { text: REQUIRED }
  await send(changing, DONE_WORDS.helpAsked, problems, async () => ({
    ok: true,
    order: await changing.api.requestHelp(proof, kind, text),
  }))
}

/** By the token of this device, or by the code of a confirm link, which ends with that. */
async function withProof(
  { id }: Order,
  request: (proof: OrderProof) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const proof = proofOf(id)
  const result = await request(proof)
  if ('code' in proof && result.ok) replaceCodeByPhone(id, result.order.shippingAddress.phone)
  return result
}

function keyOf({ id }: Order): OrderKey {
  return { id, token: tokenOf(id) ?? '' }
}

/** Sends nothing where the fields have problems. */
async function send(
  { onOrder, submit }: Changing,
  done: string,
  found: FieldProblems | Promise<FieldProblems>,
  request: () => Promise<ChangeResult>,
): Promise<void> {
  await submit(async (): Promise<Refused<FieldProblems> | undefined> => {
    const problems = await found
    if (Object.keys(problems).length > 0) return { problems, sentence: HAS_PROBLEMS }
    try {
      const result = await request()
      onOrder(result.order, result.ok ? done : undefined)
      return result.ok ? undefined : { sentence: refusalSentence('change', result.code) }
    } catch (error) {
      console.error('Error changing an order', error)
      return { sentence: refusalSentence('change', codeOf(error)) }
    }
  })
}

/** Why the latest request changed nothing. */
export function refusalOf(submission: Submission): string | undefined {
  return submission.state === 'refused' ? submission.sentence : undefined
}

/** Whether the shop can be asked by WhatsApp and telephone instead: no field was the reason. */
export function needsShop(submission: Submission): boolean {
  return submission.state === 'refused' && !submission.problems
}
