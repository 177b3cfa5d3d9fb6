export const ORDER_ID = /^[0-9A-Z]{8}$/

/** Whether a text has the shape of an order id: eight letters or digits. */
export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text)
}
