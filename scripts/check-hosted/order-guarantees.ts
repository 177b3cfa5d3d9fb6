/* Only where it was asked for: one real order, which the owner cancels afterwards. */
import { priceList, sellingPrice } from '#features/catalogue/price-list.ts'
import { newOrderKey } from '#features/orders/order-key.ts'
import { fromMinor } from '#shared/money.ts'
import type { Guarantee, Project } from './project.ts'

export function orderGuarantees(): Guarantee[] {
  const p = aRequest()
  const place = (project: Project, change: object) =>
    project.ask('/rest/v1/rpc/place_order', { method: 'POST', body: { p: { ...p, ...change } } })
  return [
    {
      says: 'A total that the prices do not make is refused',
      remedy: '`supabase db push --include-seed`: the project lacks a migration or the prices.',
      isKept: async (project) =>
        (await place(project, { total: 1 })).json['code'] === 'total_mismatch',
    },
    {
      says: `An order is saved once (please cancel ${p.id})`,
      remedy: '`supabase db push --include-seed`: the project lacks a migration or the prices.',
      async isKept(project) {
        const answers = [await place(project, {}), await place(project, {})]
        return answers.map(({ status }) => status).join() === '201,200'
      },
    },
    {
      says: 'An order cannot be taken over by its id',
      remedy: '`supabase db push`: the project lacks a migration.',
      isKept: async (project) =>
        (await place(project, { token: newOrderKey().token })).json['code'] === 'id_taken',
    },
  ]
}

function aRequest() {
  const [product] = priceList
  if (!product) throw new Error('The price list is empty')
  const [size] = product.sizes
  const price = fromMinor(sellingPrice(size))
  return {
    ...newOrderKey(),
    items: [{ id: product.id, size: size.label, quantity: 1, price }],
    total: price,
    shippingAddress: {
      fullName: 'Test of the shop',
      address: 'Please cancel',
      city: 'Lahore',
      state: 'Punjab',
      postalCode: '54000',
      country: 'Pakistan',
      phone: `03${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`,
    },
    paymentMethod: 'cash_on_delivery',
  }
}
