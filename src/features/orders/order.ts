/* An order as the shop speaks of it (spec.md, sections 3 and 4). */
import type { ShippingAddress } from './address.ts'

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

export interface OrderItem {
  id: string
  name: string
  image: string
  /** Minor units, for one piece, as it was that day. */
  price: number
  quantity: number
  size: string
}

/** One real change of an order, written by the database. */
export interface HistoryEntry {
  status: OrderStatus
  /** ISO timestamp. */
  at: string
  by: 'customer' | 'system' | 'admin'
  /** Null where the owner took one away. */
  trackingNumber?: string | null
}

export interface Order {
  id: string
  items: OrderItem[]
  /** Minor units. */
  total: number
  status: OrderStatus
  /** ISO timestamp. */
  date: string
  /** `2026-11-28` */
  estimatedDelivery: string
  trackingNumber: string | undefined
  trackingHistory: HistoryEntry[]
  paymentMethod: string
  shippingAddress: ShippingAddress
  /** True where name, street, postal code and phone are hidden from whoever has only the order's id. */
  masked: boolean
}

export const PAYMENT_METHOD = 'cash_on_delivery'

/** Eight letters or digits: anything else in an address cannot be an order. */
export function isOrderId(text: string): boolean {
  return /^[0-9A-Z]{8}$/.test(text)
}

/** `cash_on_delivery` → `cash on delivery`. */
export function paymentMethodName(paymentMethod: string): string {
  return paymentMethod.replaceAll('_', ' ')
}

export function statusName(status: OrderStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}
