/* The modules of the shop that run in a tab. */

export { newOrderKey, tokenOf } from '#order/device/order-key.ts'
export { fetchOrder } from '#order/requests/order.api.ts'
export { pathWithCart, readCart } from '#shop/cart/cart.store.ts'
export { addToCart } from '#shop/cart/change-cart.store.ts'
export { createCheckout } from '#shop/checkout/checkout.store.ts'
export { checkoutServices } from '#shop/checkout/checkout-services.ts'
export { saveDraft } from '#shop/checkout/draft.ts'
export { followCheckout } from '#shop/checkout/follow-checkout.ts'
export { markSeen } from '#shop/checkout/place/attempt.ts'
