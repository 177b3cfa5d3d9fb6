/** The event of a calendar on the day of the delivery. */
export const CALENDAR_WORDS = {
  title: (shop: string, orderId: string) => `${shop}: order ${orderId} arrives`,
  /** Without cash, nothing is to be paid. */
  description: (cash: string, page: URL) =>
    `${cash ? `Cash for the rider: ${cash}` : 'Nothing to pay at your door.'}\nThe day is an estimate.\n${page}`,
}
