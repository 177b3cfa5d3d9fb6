/* The rows of a courier's sheet: PostEx's and BlueEx's own columns, or columns that the admin chose. */

import { settings } from '#config/settings.ts'
import { COMMON, formatOf } from '#desk/files/formats/formats.ts'
import type { Cell } from '#desk/files/xlsx.ts'
import { formatDay } from '#kit/dates.ts'
import { fromMinor } from '#kit/money.ts'
import { cleanText, countCharacters } from '#kit/text.ts'
import { type AddressField, addressLines } from '#order/address/address.ts'
import { foldCity } from '#order/address/cities.ts'
import type { Order } from '#order/order.ts'
import { countUnits } from '#order/order-lines.ts'
import { courierPhone } from '#order/phone.ts'
import { amountToCollect } from '#order/sums.ts'
import { nearCities, placeText, type ToCity } from './city-resolver.ts'

/** As it is saved. */
export type SheetColumn = {
  header: string
  /** The name of what the cells show of an order; letters only. */
  field: string
  /** For columns with the same text in every row. */
  text: string
}

interface FieldDefinition {
  label: string
  cell(order: Order, city: string, text: string): Cell
}

/** What a column can hold. Columns are saved with these names. */
const fields = {
  reference: { label: 'Order ID', cell: ({ id }) => id },
  name: { label: 'Name', cell: ({ shippingAddress }) => shippingAddress.fullName },
  phone: { label: 'Phone', cell: ({ shippingAddress }) => courierPhone(shippingAddress.phone) },
  secondPhone: {
    label: 'Second number',
    cell: ({ shippingAddress: { secondPhone } }) => (secondPhone ? courierPhone(secondPhone) : ''),
  },
  address: { label: 'Address', cell: (order) => placeOf(order).text },
  landmark: { label: 'Landmark', cell: ({ shippingAddress }) => shippingAddress.landmark ?? '' },
  city: { label: 'City of the courier', cell: (_, city) => city },
  state: { label: 'State', cell: ({ shippingAddress }) => shippingAddress.state },
  postalCode: { label: 'Postal code', cell: ({ shippingAddress }) => shippingAddress.postalCode },
  amount: {
    label: 'Amount to collect',
    cell: (order) => Math.round(fromMinor(amountToCollect(order))),
  },
  units: { label: 'Units', cell: ({ items }) => countUnits(items) },
  weight: { label: 'Weight in kg', cell: ({ items }) => parcelKg(countUnits(items)) },
  products: { label: 'Products', cell: productText },
  remark: { label: 'Remark', cell: remarkText },
  date: { label: 'Date of the order', cell: ({ date }) => formatDay(date) },
  trackingNumber: { label: 'Tracking number', cell: ({ trackingNumber }) => trackingNumber ?? '' },
  text: { label: 'The same text in every row', cell: (_order, _city, text) => text },
} satisfies Record<string, FieldDefinition>

type SheetField = keyof typeof fields

export const SHEET_FIELDS: Record<SheetField, FieldDefinition> = fields

/** The columns of a format, for a courier without columns of its own. A value that names no field is a text. */
export function defaultColumns(format: string | undefined): SheetColumn[] {
  const { sheet = COMMON.sheet } = formatOf(format ?? '')
  return sheet.map(([header, value]) =>
    isField(value) ? { header, field: value, text: '' } : { header, field: 'text', text: value },
  )
}

/** A city that is not in the courier's list, or without a list not in the shop's, and the orders that go there. */
export interface UnknownCity {
  /** As the first of these orders has it. */
  city: string
  /** What a choice is remembered by (`placeText`). */
  place: string
  /** Of the first of these orders, to decide by. */
  address: string
  /** The courier's names of the cities that are likely meant, or are near. */
  near: string[]
  ids: string[]
}

export interface SheetRows {
  /** Header and one row for each order whose city is known. */
  rows: Cell[][]
  /** Whose each row after the header is. */
  ids: string[]
  unknownCities: UnknownCity[]
}

/** `toCity` gives the courier's name of a typed city, undefined where it is unknown. */
export function sheetRows(
  orders: readonly Order[],
  columns: readonly SheetColumn[],
  toCity: ToCity,
): SheetRows {
  const rows: Cell[][] = [columns.map(({ header }) => header)]
  const unknown = new Map<string, UnknownCity>()
  const ids: string[] = []
  for (const order of orders) {
    const { shippingAddress } = order
    const city = toCity(shippingAddress.city, shippingAddress)
    if (city !== undefined) {
      rows.push(columns.map((column) => toCell(column, order, city)))
      ids.push(order.id)
    } else {
      const { city, address, state, postalCode } = shippingAddress
      const place = placeText(city, shippingAddress)
      const known = unknown.get(foldCity(place)) ?? {
        ...{ city, place, address: `${address}, ${state} ${postalCode}`, ids: [] },
        near: nearCities(city, shippingAddress, toCity),
      }
      known.ids.push(order.id)
      unknown.set(foldCity(place), known)
    }
  }
  return { rows, ids, unknownCities: [...unknown.values()] }
}

/** The headers whose cells were sent and would be others now, of the columns that say something of the order. */
export function changedCells(
  order: Order,
  sent: readonly Cell[],
  columns: readonly SheetColumn[],
  toCity: ToCity,
): string[] {
  // Other columns than those that were sent cannot be compared.
  if (sent.length !== columns.length) return []
  const { shippingAddress } = order
  const city = toCity(shippingAddress.city, shippingAddress) ?? cleanText(shippingAddress.city)
  return columns
    .filter(
      (column, nth) =>
        isField(column.field) &&
        !NOT_OF_ORDER.includes(column.field) &&
        toCell(column, order, city) !== sent[nth],
    )
    .map(({ header }) => header)
}

/** The number comes back from the courier. */
const NOT_OF_ORDER: readonly SheetField[] = ['trackingNumber', 'text']

/** A field that this version does not know leaves the cell empty. */
function toCell({ field, text }: SheetColumn, order: Order, city: string): Cell {
  return isField(field) ? SHEET_FIELDS[field].cell(order, city, text) : ''
}

function isField(name: string): name is SheetField {
  return Object.hasOwn(fields, name)
}

/** Couriers charge by weight: the parcel's own, and more for each unit that does not fit in it. */
export function parcelKg(units: number): number {
  const { kg, units: included, kgPerFurtherUnit } = settings.parcel
  return Math.round((kg + Math.max(0, units - included) * kgPerFurtherUnit) * 100) / 100
}

function productText({ items }: Order): string {
  return items.map(({ quantity, name, size }) => `${quantity} x ${name} ${size}`).join(', ')
}

/** What couriers take. */
const MAX_ADDRESS = 300

/** Street, landmark, and every other field; the country only abroad. What is too long is left out whole. */
function placeOf({ shippingAddress: to }: Order) {
  const isAbroad = to.country.toLowerCase() !== settings.country.toLowerCase()
  // What has a column of its own, or stands in the remark.
  const beside: AddressField[] = ['fullName', 'city', 'phone', 'secondPhone', 'riderNote']
  if (!isAbroad) beside.push('country')
  const rest = addressLines(to, [...beside, 'address', 'landmark'])
  let text = to.address
  const append = (part: string): boolean => {
    const fits = part !== '' && countCharacters(text) + countCharacters(part) + 2 <= MAX_ADDRESS
    if (fits) text += `, ${part}`
    return fits
  }
  const hasLandmark = append(to.landmark ? `landmark: ${to.landmark}` : '')
  for (const line of rest) append(line.text)
  return { text, hasLandmark }
}

function remarkText(order: Order): string {
  const { landmark, secondPhone, riderNote } = order.shippingAddress
  const parts = [
    'Please call before delivery',
    riderNote,
    secondPhone && `Second number: ${courierPhone(secondPhone)}`,
    landmark && !placeOf(order).hasLandmark && `Landmark: ${landmark}`,
  ]
  return parts.filter(Boolean).join('. ')
}
