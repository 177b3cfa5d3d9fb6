import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { fromMinor } from '#kit/money.ts'
import { mapFields, REQUIRED_FIELDS } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { goodAddress, parcelAddress } from '#tests/support/address-cases.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { cityResolver } from './city-resolver.ts'
import { changedCells, defaultColumns, parcelKg, sheetRows } from './courier-sheet.ts'

const PRODUCTS = `2 x ${otherProduct.name} ${otherProduct.sizes[0].label}, 1 x ${product.name} ${product.sizes[0].label}`
const order = anOrder({
  advance: 50_000,
  shippingAddress: {
    ...parcelAddress,
    landmark: 'near the blue mosque',
    secondPhone: '+92 321 7654321',
    riderNote: 'ring twice',
  },
})
const AMOUNT = fromMinor(order.total) - 500
const ADDRESS = 'House 7, Street 3, Model Town, landmark: near the blue mosque, Punjab 54700'
const REMARK = 'Please call before delivery. ring twice. Second number: 03217654321'
const toCity = cityResolver(['LAHORE', 'Karachi'])

const { parcel } = settings
beforeAll(() => {
  settings.parcel = { kg: 0.5, units: 2, kgPerFurtherUnit: 0.25 }
})
afterAll(() => {
  settings.parcel = parcel
})

/** The cell of a field. */
function cellsOf(order: Order, field: string) {
  const columns = [{ header: 'Header', field, text: 'same' }]
  return sheetRows([order], columns, cityResolver([])).rows[1]?.[0]
}

test.each([
  [
    'postex',
    'Order Reference Number | Order Amount | Order Detail | Customer Name | Customer Phone | Order Address | City | Items | Airway Bill Copies | Notes | Address Code | Return Address Code | Order Type (Normal) | Booking Weight',
    [
      'ABCDEFGH',
      AMOUNT,
      PRODUCTS,
      'Ayesha Khan',
      '03001234567',
      ADDRESS,
      'LAHORE',
      3,
      '1',
      REMARK,
      '',
      '',
      'Normal',
      0.75,
    ],
  ],
  [
    'blueex',
    'Consignee Name | Consignee Address | Consignee Contact No | Consignee Email | Product Name | COD | Pieces | Weight | Destination | Customer Reference | Customer Comment | Store Id',
    [
      'Ayesha Khan',
      ADDRESS,
      '03001234567',
      '',
      PRODUCTS,
      AMOUNT,
      3,
      0.75,
      'LAHORE',
      'ABCDEFGH',
      REMARK,
      '',
    ],
  ],
] as const)('rule 15.10: the sheet of %s', (format, header, row) => {
  const { rows } = sheetRows([order], defaultColumns(format), toCity)
  expect(rows).toEqual([header.split(' | '), row])
})

test('rule 15.10: a custom sheet has the columns of the admin', () => {
  const columns = [
    { header: 'Shipper', field: 'text', text: '=Zulf' },
    { header: 'کسٹمر', field: 'name', text: 'ignored' },
    { header: 'New', field: 'aFieldOfTomorrow', text: '' },
  ]
  expect(sheetRows([order], columns, toCity).rows).toEqual([
    ['Shipper', 'کسٹمر', 'New'],
    ['=Zulf', 'Ayesha Khan', ''],
  ])
})

test.each([
  [1, 0.5],
  [2, 0.5],
  [3, 0.75],
  [10, 2.5],
])('%d units weigh %d kg', (units, kg) => {
  expect(parcelKg(units)).toBe(kg)
})

test.each<[string, Partial<Order>, string, unknown]>([
  ['an amount is rounded to rupees', { total: 145_950, advance: 0 }, 'amount', 1460],
  ['an order that is paid', { total: 145_900, advance: 145_900 }, 'amount', 0],
  [
    'a foreign phone',
    { shippingAddress: { ...goodAddress, phone: '+971 50 1234567' } },
    'phone',
    '00971501234567',
  ],
  [
    'Urdu digits',
    { shippingAddress: { ...goodAddress, phone: '۰۳۰۰-۱۲۳۴۵۶۷' } },
    'phone',
    '03001234567',
  ],
  [
    'an address abroad',
    { shippingAddress: { ...parcelAddress, country: 'Oman' } },
    'address',
    'House 7, Street 3, Model Town, Punjab 54700, Oman',
  ],
  ['no second phone', {}, 'secondPhone', ''],
  ['no tracking number', {}, 'trackingNumber', ''],
])('rule 15.10: %s', (_, changes, field, cell) => {
  expect(cellsOf(anOrder(changes), field)).toBe(cell)
})

test('every required field of the address is in every sheet', () => {
  const shippingAddress = {
    ...goodAddress,
    ...mapFields((field) => `my ${field}`),
    phone: '0300 1',
  }
  for (const format of ['postex', 'blueex', 'custom'] as const) {
    const columns = defaultColumns(format)
    const row = sheetRows([anOrder({ shippingAddress })], columns, (city) => city).rows[1]?.join()
    for (const field of REQUIRED_FIELDS)
      expect(row).toContain(field === 'phone' ? '03001' : shippingAddress[field])
  }
})

test('a landmark that does not fit in the address stands in the remark', () => {
  const long = anOrder({
    shippingAddress: { ...goodAddress, address: 'A'.repeat(300), landmark: 'L'.repeat(120) },
  })
  expect(cellsOf(long, 'address')).toBe('A'.repeat(300))
  expect(cellsOf(long, 'remark')).toBe(`Please call before delivery. Landmark: ${'L'.repeat(120)}`)
})

test('rule 15.11: orders whose city is unknown are returned by city, and have no row', () => {
  const cities = ['Lahore', 'Multan', ' MUL-TAN', 'khi', 'Quetta']
  const orders = cities.map((city, nth) =>
    anOrder({ id: `ORDER00${nth}`, shippingAddress: { ...goodAddress, city } }),
  )
  const { rows, unknownCities } = sheetRows(orders, defaultColumns('custom'), toCity)
  expect(rows.map(([id]) => id)).toEqual(['Reference', 'ORDER000', 'ORDER003'])
  const address = 'House 7, Street 3, Model Town, Punjab 54700'
  expect(unknownCities).toEqual([
    { city: 'Multan', place: 'Multan', address, near: ['LAHORE'], ids: ['ORDER001', 'ORDER002'] },
    { city: 'Quetta', place: 'Quetta', address, near: ['LAHORE'], ids: ['ORDER004'] },
  ])
})

test('rule 21.11: cells that were sent are compared with those of now, but for the number and texts of the sheet', () => {
  const columns = [
    { header: 'Ref', field: 'reference', text: '' },
    { header: 'City', field: 'city', text: '' },
    { header: 'CN', field: 'trackingNumber', text: '' },
    { header: 'Type', field: 'text', text: 'Normal' },
  ]
  const now = { ...order, trackingNumber: 'PX-1' }
  const changed = (sent: string[]) => changedCells(now, sent, columns, toCity)
  expect(changed(['ABCDEFGH', 'LAHORE', '', 'Overnight'])).toEqual([])
  expect(changed(['ABCDEFGH', 'Karachi', '', 'Normal'])).toEqual(['City'])
  // The columns are others by now.
  expect(changed(['ABCDEFGH', 'Karachi'])).toEqual([])
})
