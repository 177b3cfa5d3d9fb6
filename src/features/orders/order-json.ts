/* An order as the backend writes it: prices as decimals, null for what is absent. */
import { hasStrings, isRecord } from '#shared/json.ts'
import { toMinor } from '#shared/money.ts'
import { mapFields } from './address.ts'
import { ORDER_STATUSES, type Order } from './order.ts'

interface OrderJson extends Omit<Order, 'trackingNumber' | 'shippingAddress'> {
  trackingNumber?: string | null
  /** An order of an earlier version may lack a field that was added since. */
  shippingAddress: Partial<Order['shippingAddress']>
}

/** The order, or undefined where the JSON is not one. */
export function parseOrder(json: unknown): Order | undefined {
  if (!isOrderJson(json)) return undefined
  return {
    ...json,
    items: json.items.map((item) => ({ ...item, price: toMinor(item.price) })),
    total: toMinor(json.total),
    trackingNumber: json.trackingNumber ?? undefined,
    shippingAddress: mapFields((field) => json.shippingAddress[field] ?? ''),
  }
}

function isOrderJson(json: unknown): json is OrderJson {
  return (
    isRecord(json) &&
    hasStrings(json, ['id', 'date', 'estimatedDelivery', 'paymentMethod']) &&
    typeof json['total'] === 'number' &&
    typeof json['masked'] === 'boolean' &&
    isStatus(json['status']) &&
    isTextOrAbsent(json['trackingNumber']) &&
    isListOf(json['items'], isItem) &&
    isListOf(json['trackingHistory'], isHistoryEntry) &&
    isRecord(json['shippingAddress']) &&
    Object.values(json['shippingAddress']).every((text) => typeof text === 'string')
  )
}

function isItem(json: unknown): boolean {
  return (
    isRecord(json) &&
    hasStrings(json, ['id', 'name', 'image', 'size']) &&
    typeof json['price'] === 'number' &&
    typeof json['quantity'] === 'number'
  )
}

function isHistoryEntry(json: unknown): boolean {
  return (
    isRecord(json) &&
    hasStrings(json, ['at', 'by']) &&
    isStatus(json['status']) &&
    isTextOrAbsent(json['trackingNumber'])
  )
}

function isStatus(value: unknown): boolean {
  return ORDER_STATUSES.some((status) => status === value)
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember)
}
