/*
 * Puts shared modules into few files, each named after what it is for. Rolldown puts modules into one file where
 * exactly the same entries need them, which makes dozens of small files that compress badly
 * (docs/decisions/islands.md).
 */
import type { Plugin, Rolldown } from 'vite'
import { type FileRoots, filesOf, type Module } from './module-files.ts'

/** From what every page needs to what one kind of page needs; what runs without React comes before `islands`. */
const FILES: FileRoots = [
  [
    'page',
    [
      '/layouts/SiteHeader.astro?astro&type=script&index=0&lang.ts',
      '/config/locale.ts',
      '/kit/day-ms.ts',
    ],
  ],
  [
    'prices',
    [
      '/product/price-list.ts',
      '/config/currency.ts',
      '/config/whatsapp.ts',
      '/order/texts/purchase-text.ts',
      '/src/paths.ts',
    ],
  ],
  ['cart', ['/shop/cart/cart-badge.ts']],
  [
    'requests',
    [
      '/api/rpc.ts',
      '/kit/remote/shop-error.ts',
      '/kit/dates.ts',
      '/kit/text.ts',
      '/order/order-id.ts',
      // The checkout needs them, and is to load no further file for it.
      '/shop/pauses/pauses.store.ts',
      '/shop/pauses/words.ts',
      '/product/pauses.ts',
    ],
  ],
  ['pauses', ['/shop/pauses/show-pauses.ts']],
  ['saved', ['/shop/my-order/card-text.ts', '/shop/my-order/saved-cards.ts']],
  ['nanostores', ['/nanostores/index.js']],
  ['submit', ['/kit/form/submit.ts']],
  ['sums', ['/order/sums.ts']],
  ['cart-store', ['/shop/cart/cart-in-url.ts', '/shop/cart/cart.store.ts']],
  [
    'order',
    [
      '/order/address/address.ts',
      '/order/address/form-fields.ts',
      '/order/order.ts',
      '/order/order-key.ts',
      '/order/texts/refused.ts',
    ],
  ],
  ['attempt', ['/shop/checkout/attempt.ts']],
  ['order-requests', ['/shop/my-order/order.api.ts', '/shop/my-order/placed-order.ts']],
  [
    'fill-cart',
    ['/shop/cart/fill-cart.ts', '/shop/checkout/shown-cart.ts', '/shop/cart/order-again.store.ts'],
  ],
  ['cities', ['/order/address/address-help.ts']],
  [
    'islands',
    [
      '/@astrojs/react/dist/client.js',
      '/@nanostores/react/index.js',
      '/shop/contact/ContactShop.tsx',
      '/order/view/Sums.tsx',
      '/shop/my-order/earlier-purchase.ts',
      '/kit/list/EmptyState.tsx',
      '/kit/view/icons.tsx',
      '/kit/island/island.tsx',
    ],
  ],
  ['form', ['/kit/form/Field.tsx']],
  ['number-input', ['/kit/form/NumberInput.tsx']],
  ['cart-page', ['/shop/cart/CartPage.tsx', '/shop/cart/drawer/CartDrawer.tsx']],
  ['checkout', ['/shop/checkout/CheckoutForm.tsx', '/shop/checkout/CheckoutSummary.tsx']],
  [
    'address',
    [
      '/order/view/AddressLists.tsx',
      '/order/texts/order-text.ts',
      '/order/texts/problem-sentence.ts',
      '/order/view/useAddressHelp.ts',
    ],
  ],
  ['query', ['/kit/query-state.ts']],
  [
    'found-order',
    [
      '/kit/remote/remote-store.ts',
      '/order/parse-order-id.ts',
      '/order/texts/chat-texts.ts',
      '/order/view/StatusBadge.tsx',
      '/order/view/Parcel.tsx',
      '/shop/my-order/order-proof.ts',
      '/shop/my-order/words.ts',
    ],
  ],
  ['order-search', ['/shop/my-order/order-search.store.ts', '/shop/my-order/SearchParts.tsx']],
  ['order-page', ['/shop/my-order/OrderConfirmation.tsx', '/shop/my-order/OrderTracking.tsx']],
  ['catalogue', ['/shop/catalogue/FilterSidebar.tsx', '/shop/catalogue/ProductList.tsx']],
  ['admin-page', ['/layouts/AdminSidebar.astro?astro&type=script&index=0&lang.ts']],
  ['admin-requests', ['/admin/auth/admin-request.ts', '/admin/messages/unread.store.ts']],
  ['admin', ['/admin/order-page/OrderIsland.tsx', '/admin/orders/list/OrdersIsland.tsx']],
]

export function scriptFiles(): Plugin {
  let fileOf = new Map<string, string>()
  return {
    name: 'script-files',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: {
                  includeDependenciesRecursively: false,
                  groups: [{ name: (id) => fileOf.get(id) ?? null, debugName: 'shared' }],
                },
              },
            },
          },
        },
      },
    }),
    buildEnd(error) {
      if (!error) fileOf = filesOf(modulesOf(this), FILES)
    },
    generateBundle(_, bundle) {
      hoistImports(bundle)
    },
  }
}

function modulesOf(context: Rolldown.PluginContext): Map<string, Module> {
  const modules = new Map<string, Module>()
  for (const id of context.getModuleIds()) {
    const info = context.getModuleInfo(id)
    if (!info) continue
    const isEntry = info.isEntry || info.dynamicImporters.length > 0
    modules.set(id, { imports: [...info.importedIds], isEntry })
  }
  return modules
}

/** Names in the file of each entry what its imports import, so that browsers fetch all of it at once. Runs nothing earlier. */
function hoistImports(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || !(chunk.isEntry || chunk.isDynamicEntry)) continue
    const all = new Set(chunk.imports)
    for (const file of all) {
      const other = bundle[file]
      if (other?.type === 'chunk') for (const next of other.imports) all.add(next)
    }
    const missing = [...all].filter((file) => !chunk.imports.includes(file))
    chunk.code += missing.map((file) => `import"./${file.split('/').at(-1)}";`).join('')
  }
}
