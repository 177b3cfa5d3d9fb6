import { paths } from '#paths.ts'

/** The list of the orders of this phone, in whatever form it is. */
export function ordersOfPhone(phone: string): string {
  return `${paths.adminOrders}?${new URLSearchParams({ q: phone })}`
}
