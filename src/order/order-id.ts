/** Whether a text has the shape of an order id: eight letters or digits. */
export function isOrderId(text: string): boolean {
  return /^[0-9A-Z]{8}$/.test(text)
}
