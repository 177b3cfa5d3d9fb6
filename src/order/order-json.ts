/*
 * An order as the backend writes it: the fields of `Order`, with amounts as decimals in the currency's major unit
 * (1299.00), null for what is absent, and the optional fields of the address beside it.
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { fromMinor, toMinor } from '#kit/money.ts'
import {
  type AddressTexts,
  mapFields,
  OPTIONAL_FIELDS,
  type ShippingAddress,
  splitAddress,
} from './address/address.ts'
import type { Order, ParcelNews } from './order.ts'
import { ORDER_STATUSES } from './status.ts'
import { CANCEL_REASONS, HELP_KINDS, NEXT_OF_PARCEL } from './texts/order-words.ts'

const OPTIONAL_TEXTS = [
  'trackingNumber',
  'courier',
  'courierName',
  'trackingPage',
  'replaces',
  'outcome',
] as const

type Optional = (typeof OPTIONAL_TEXTS)[number] | 'cancellation' | 'request' | 'parcelState'

/** Null where they are absent. */
type OptionalJson = { [field in Optional]?: Order[field] | null }

interface OrderJson
  extends Omit<Order, Optional | 'shippingAddress' | 'asOf' | 'confirmed' | 'joined'>,
    OptionalJson {
  /** An order in a list has none of them. */
  asOf?: string
  confirmed?: boolean
  joined?: boolean
  /** The required fields. An order of an earlier version may lack one that was added since. */
  shippingAddress: AddressTexts
}

/** One that is not among them, of a newer database, is ignored. */
const PARCEL_NEWS = Object.keys(NEXT_OF_PARCEL) as ParcelNews[]

/** The order, or undefined where the JSON is not one. */
export function parseOrder(json: unknown): Order | undefined {
  if (!isOrderJson(json)) return undefined
  const { id, status, date, estimatedDelivery, trackingHistory, paymentMethod } = json
  const { masked, version, booked, mayChange } = json
  return {
    id,
    status,
    date,
    estimatedDelivery,
    trackingHistory,
    paymentMethod,
    masked,
    version,
    booked,
    mayChange,
    asOf: json.asOf ?? new Date().toISOString(),
    confirmed: json.confirmed ?? false,
    items: json.items.map((item) => ({ ...item, price: toMinor(item.price) })),
    total: toMinor(json.total),
    advance: toMinor(json.advance),
    trackingNumber: json.trackingNumber ?? undefined,
    courier: json.courier ?? undefined,
    courierName: json.courierName ?? undefined,
    trackingPage: json.trackingPage?.startsWith('https://') ? json.trackingPage : undefined,
    replaces: json.replaces ?? undefined,
    outcome: json.outcome ?? undefined,
    joined: json.joined ?? false,
    cancellation: json.cancellation ?? undefined,
    request: json.request ?? undefined,
    parcelState: PARCEL_NEWS.find((news) => news === json.parcelState),
    shippingAddress: parseAddress(json),
  }
}

/** The JSON that `parseOrder` reads. */
export function toOrderJson(order: Order): object {
  const { shippingAddress, extras } = splitAddress(order.shippingAddress)
  return {
    ...order,
    ...extras,
    shippingAddress,
    items: order.items.map((item) => ({ ...item, price: fromMinor(item.price) })),
    total: fromMinor(order.total),
    advance: fromMinor(order.advance),
  }
}

/** The optional fields stand beside the address. */
function parseAddress(json: OrderJson): ShippingAddress {
  const beside: Record<string, unknown> = { ...json }
  return {
    ...mapFields((field) => json.shippingAddress[field] ?? ''),
    ...Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, beside[field] ?? undefined])),
  }
}

function isOrderJson(json: unknown): json is OrderJson {
  return (
    isRecord(json) &&
    hasStrings(json, ['id', 'date', 'estimatedDelivery', 'paymentMethod']) &&
    ['total', 'advance', 'version'].every((field) => typeof json[field] === 'number') &&
    ['masked', 'booked', 'mayChange'].every((field) => typeof json[field] === 'boolean') &&
    isStatus(json['status']) &&
    isTextOrAbsent(json['asOf']) &&
    [...OPTIONAL_TEXTS, ...OPTIONAL_FIELDS].every((field) => isTextOrAbsent(json[field])) &&
    isOneOfOrAbsent(json['cancellation'], 'reason', CANCEL_REASONS) &&
    isOneOfOrAbsent(json['request'], 'kind', HELP_KINDS) &&
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

/** Whether the value is absent, or an object whose field is a key of the table. */
function isOneOfOrAbsent(value: unknown, field: string, table: object): boolean {
  return (
    value === undefined ||
    value === null ||
    (isRecord(value) && Object.keys(table).includes(String(value[field])))
  )
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember)
}
