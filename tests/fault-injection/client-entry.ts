/* The modules of the shop that run in a tab. */

export { newOrderKey, tokenOf } from '#order/order-key.ts'
export { pathWithCart, readCart } from '#shop/cart/cart.store.ts'
export { addToCart } from '#shop/cart/change-cart.ts'
export { markSeen } from '#shop/checkout/attempt.ts'
export { createCheckout } from '#shop/checkout/checkout.store.ts'
export { saveDraft } from '#shop/checkout/draft.ts'
export { followCheckout } from '#shop/checkout/follow-checkout.ts'
export { livePlacing } from '#shop/checkout/placing.ts'
export { fetchOrder } from '#shop/my-order/order.api.ts'
