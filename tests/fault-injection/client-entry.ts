/* The modules of the shop that run in a tab. */
export { addToCart, readCart } from '#features/cart/cart.store.ts'
export { pathWithCart } from '#features/cart/stored-cart.ts'
export { markSeen } from '#features/checkout/attempt.ts'
export { createCheckout, liveServices } from '#features/checkout/checkout.store.ts'
export { saveDraft } from '#features/checkout/draft.ts'
export { followCheckout } from '#features/checkout/follow-checkout.ts'
export { fetchOrder } from '#features/orders/order.api.ts'
export { newOrderKey, tokenOf } from '#features/orders/order-key.ts'
