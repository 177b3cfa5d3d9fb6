/** From an order to its estimated delivery. The database adds the same. */
export const DELIVERY_DAYS = 7
