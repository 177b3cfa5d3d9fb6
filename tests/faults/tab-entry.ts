/* What of the shop runs in a tab of the rehearsal: the checkout as a page opens it, and nothing else. */
export { addToCart, readCart } from '#features/cart/cart.store.ts'
export { markSeen } from '#features/checkout/attempt.ts'
export { createCheckout } from '#features/checkout/checkout.store.ts'
export { followCheckout } from '#features/checkout/follow-checkout.ts'
export { liveServices } from '#features/checkout/live-services.ts'
export { fetchOrder } from '#features/orders/order.remote.ts'
export { newOrderKey, tokenOf } from '#features/orders/order-key.ts'
