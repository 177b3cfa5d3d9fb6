/*
 * Which modules share a file (docs/decisions/islands.md). Without groups, Rolldown makes one of what each set of pages
 * has in common: fifty on a page, in up to five rounds. A group has what its modules import too, unless an earlier group
 * has it. So what works without React comes first: no page loads React for it.
 */
import type { Rolldown } from 'vite'

export const scriptGroups = [
  // Every page has a badge and the worker. The last three are needed by groups that shall not load each other.
  group(
    'cart',
    'shop/cart/cart.store',
    'order/order-lines',
    'kit/trusted-worker-url',
    'kit/missing-apis',
    'kit/storage/tab-storage',
    'nanostores/lifecycle',
  ),
  // What cart and checkout show before React. One file, so that it needs no further round.
  group(
    'fill',
    'shop/cart/fill-cart',
    'shop/cart/cart-in-url',
    'shop/checkout/shown-cart',
    'config/settings',
    'config/currency',
    'order/device/order-again-handover',
  ),
  // Pages with products.
  group('pauses', 'product/pauses', 'shop/pauses/pauses.store'),
  group(
    'texts',
    'config/',
    'kit/dates',
    'kit/text',
    'order/order-id',
    'order/sums',
    // Named here, it is not left to the group of orders, which pages without orders would then load.
    'kit/remote/shop-error',
  ),
  // Checkout and order pages.
  group(
    'order',
    'order/cash',
    'order/device/order-key',
    'order/order.ts',
    'order/parse-order-id',
    'kit/storage/with-lock',
    'order/texts/chat-texts',
    'order/texts/order-text',
    'order/texts/problem-sentence',
    'order/texts/refus',
    'shop/checkout/place/attempt',
    'order/requests/order.api',
    'order/device/placed-order',
  ),
  {
    name: 'react',
    test: /node_modules\/(@astrojs\/react|@nanostores|react|react-dom|scheduler)\//,
  },
  // All islands.
  group(
    'island',
    'kit/island/',
    'kit/view/icons',
    'kit/list/EmptyState',
    'kit/form/Field',
    'kit/form/submit',
    'order/view/Sums',
    'product/CurrencyNote',
    'product/Price',
    'shop/contact/ContactShop',
    'shop/pauses/usePauses',
  ),
  // Drawer, cart and checkout.
  group(
    'cart-lines',
    'shop/cart/CartLine',
    'shop/cart/EmptyCart',
    'shop/cart/PausedNotice',
    'shop/cart/PayAtTheDoor',
    'shop/cart/StorageNotice',
  ),
]

/** A group of the modules whose paths in `src`, or in `node_modules`, begin so. */
function group(name: string, ...starts: string[]): Rolldown.CodeSplittingGroup {
  return {
    name,
    test: new RegExp(`/(?:src|node_modules)/(?:${starts.join('|').replaceAll('.', '\\.')})`),
  }
}
