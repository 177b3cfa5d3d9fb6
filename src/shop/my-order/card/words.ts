/** The event of a calendar on the day of the delivery. */
export const CALENDAR_WORDS = {
  title: (shop: string, orderId: string) => `${shop}: order ${orderId} arrives`,
  description: (cash: string, page: URL) =>
    `Cash for the rider: ${cash}\nThe day is an estimate.\n${page}`,
}
