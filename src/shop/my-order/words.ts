/* What customers read where they find and change their order (docs/product.md, sections 7 and 18). */

/** What the customer has done, above the page of the order. A cancelled order says so in its heading. */
export const DONE_WORDS = {
  changed: 'Your order is changed.',
  cancelled: '',
  confirmed: 'Thank you. Your order is confirmed, and we pack it next.',
  helpAsked: 'Thank you for telling us.',
  found: 'Your order is shown in full.',
}

export const HAS_PROBLEMS = 'Please check the marked fields.'

/** Why an order is not on its page: the hint below the title, by the code of the error. */
export const LOAD_PROBLEMS: Record<string, string> = {
  unreachable: 'The connection may be weak. Your order itself is safe.',
  unforeseen:
    'Something went wrong on this page. Your order itself is safe. Please reload the page.',
  rate_limited:
    'Many unknown order numbers were asked for from your connection. Please wait ten minutes and try again.',
}

export const SEARCH_PROBLEMS = {
  id: 'An order number has eight letters or digits, like ABCDEFGH.',
  phone: 'Please enter the phone number of the order.',
}

/** The event of a calendar on the day of the delivery. */
export const CALENDAR_WORDS = {
  title: (shop: string, orderId: string) => `${shop}: order ${orderId} arrives`,
  description: (cash: string, page: URL) =>
    `Cash for the rider: ${cash}\nThe day is an estimate.\n${page}`,
}
