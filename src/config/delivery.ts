/** Days from the order to its estimated delivery. */
export const DELIVERY_DAYS = 7

/** Days after the delivery in which a damaged or wrong item is reported (docs/product.md, rules 7.36 and 9.9). */
export const HELP_DAYS = 3
