/** What customers read beside the fields that find an order (docs/product.md, section 18). */
export const SEARCH_PROBLEMS = {
  id: 'An order number has eight letters or digits, like ABCDEFGH.',
  phone: 'Please enter the phone number of the order.',
}
