/* What customers read where they change their order (docs/product.md, sections 7 and 18). */

/** What the customer has done, above the page of the order. A cancelled order says so in its heading. */
export const DONE_WORDS = {
  changed: 'Your order is changed.',
  cancelled: '',
  confirmed: 'Thank you. Your order is confirmed, and we pack it next.',
  helpAsked: 'Thank you for telling us.',
}

export const HAS_PROBLEMS = 'Please check the marked fields.'
