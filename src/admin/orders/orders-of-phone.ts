import { courierPhone } from '#order/phone.ts'
import { paths } from '#paths.ts'

/** The list of the orders of this phone, in whatever form it is. */
export function ordersOfPhone(phone: string): string {
  return ordersFound(phone)
}

/**
 * The list of the orders of this phone whose name has these words, or sounds so: at least those of the customer. Beside
 * words, a phone is searched for as the database saves its digits.
 */
export function ordersOfCustomer({ fullName, phone }: { fullName: string; phone: string }): string {
  return ordersFound(`${courierPhone(phone).replace(/^0+/, '')} ${fullName}`)
}

function ordersFound(search: string): string {
  return `${paths.adminOrders}?${new URLSearchParams({ q: search })}`
}
