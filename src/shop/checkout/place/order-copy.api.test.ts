/* Copies for the form service: what they say, and what becomes of one that it does not take. */
import { beforeEach, expect, test, vi } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { aCustomer } from '#tests/support/checkout-customer.ts'
import { anOrder } from '#tests/support/order-factories.ts'

/** What the next request gets. */
let respond: () => Promise<Response>
const sent: [url: string, options: RequestInit][] = []
function fetch(url: string | URL, options: RequestInit): Promise<Response> {
  sent.push([String(url), options])
  return respond()
}
// The modules of all unit tests are shared: these get settings of their own.
vi.resetModules()
vi.doMock('astro:env/client', () => ({
  PUBLIC_ORDER_FORM_URL: 'https://forms.example/f/order',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'key',
}))
const { reportUnsentCopy, sendOrderCopy } = await import('./order-copy.api.ts')
vi.doUnmock('astro:env/client')
vi.resetModules()

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', fetch)
})

test('rule 5.9: a copy has the extras of the order, and no others', async () => {
  respond = async () => new Response('{}')
  const extras = { landmark: 'Blue mosque', riderNote: 'Ring twice' }
  await sendOrderCopy(anOrder({ shippingAddress: { ...goodAddress, ...extras } }))
  const [[url, { body }] = ['', {}]] = sent
  expect(url).toBe('https://forms.example/f/order')
  const fields = Object.fromEntries(body as FormData)
  expect(fields).toMatchObject({ orderNumber: 'ABCDEFGH', ...goodAddress, ...extras })
  expect(fields).not.toHaveProperty('secondPhone')
})

test.each([
  [400, 'copy_refused'],
  [413, 'copy_refused'],
  [422, 'copy_refused'],
  [402, 'copy_failed'],
  [403, 'copy_failed'],
  [408, 'copy_failed'],
  [429, 'copy_failed'],
  [503, 'copy_failed'],
])('rule 5.10: a status of %i is %s', async (status, code) => {
  respond = async () => new Response('{}', { status })
  await expect(sendOrderCopy(anOrder())).rejects.toMatchObject({ code })
})

test('rule 5.10: without a response a copy has failed after five seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  respond = () => Promise.reject(new DOMException('Timed out', 'TimeoutError'))
  await expect(sendOrderCopy(anOrder())).rejects.toMatchObject({ code: 'copy_failed' })
  expect(timeout).toHaveBeenCalledWith(5000)
})

test('rule 5.10: an order whose copy can’t be taken is confirmed at once, and its copy is counted', async () => {
  const customer = aCustomer()
  customer.failCopies(1, 'copy_failed')
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.cart().items).toEqual([])
  expect(customer.unsentCopies()).toEqual(customer.keysSent())
})

test('rule 5.10: a copy whose content is refused is counted once it is given up', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const customer = aCustomer()
  customer.failCopies(2)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'failed', code: 'copy_refused' })
  expect(customer.unsentCopies()).toEqual([])
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.unsentCopies()).toHaveLength(1)
})

test('rule 5.10: the report goes on while the page is left, and nobody waits for it', () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'))
  reportUnsentCopy({ id: 'ABCDEFGH', token: 'x'.repeat(22) })
  const [[url, options] = ['', {}]] = sent
  expect(url).toBe('https://abc.supabase.co/rest/v1/rpc/report_unsent_copy')
  expect(options).toMatchObject({ method: 'POST', keepalive: true })
  expect(JSON.parse(String(options.body))).toEqual({ p: { id: 'ABCDEFGH', token: 'x'.repeat(22) } })
})
