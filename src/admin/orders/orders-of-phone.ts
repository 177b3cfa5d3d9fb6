import { courierPhone } from '#order/phone.ts'
import { paths } from '#paths.ts'

/** The list of the orders of this phone, in whatever form it is. */
export function ordersOfPhone(phone: string): string {
  return `${paths.adminOrders}?${new URLSearchParams({ q: phone })}`
}

/** The list of the orders of this name and phone. Beside words, a phone is searched for as the database saves its digits. */
export function ordersOfCustomer({ fullName, phone }: { fullName: string; phone: string }): string {
  return ordersOfPhone(`${fullName} ${courierPhone(phone).replace(/^0+/, '')}`)
}
