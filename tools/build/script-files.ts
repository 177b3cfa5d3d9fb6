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
    ['/layouts/ShopPage.astro?astro&type=script&index=0&lang.ts', '/ui/enhance-on-demand.ts'],
  ],
  [
    'prices',
    [
      '/catalogue/price-list.ts',
      '/config/currency.ts',
      '/config/whatsapp.ts',
      '/orders/purchase-text.ts',
      '/src/paths.ts',
    ],
  ],
  ['cart', ['/cart/cart-badge.ts', '/cart/purchase.ts']],
  ['requests', ['/api/rpc.ts', '/shared/shop-error.ts', '/shared/shop-zone.ts', '/shared/text.ts']],
  ['saved', ['/orders/saved-cards.ts', '/shared/tab-storage.ts', '/shared/with-lock.ts']],
  ['nanostores', ['/nanostores/index.js']],
  ['cart-store', ['/cart/cart-in-url.ts', '/cart/cart.store.ts']],
  [
    'order',
    [
      '/checkout/attempt.ts',
      '/orders/address.ts',
      '/orders/extras.ts',
      '/orders/form-fields.ts',
      '/orders/phone.ts',
      '/orders/refusal-sentences.ts',
    ],
  ],
  ['order-requests', ['/orders/couriers.ts', '/orders/order.api.ts', '/orders/placed-order.ts']],
  ['checkout', ['/checkout/early-press.ts']],
  ['cities', ['/orders/address-help.ts']],
  [
    'islands',
    [
      '/@astrojs/react/dist/client.js',
      '/@nanostores/react/index.js',
      '/orders/ContactShop.tsx',
      '/orders/OrderTotals.tsx',
      '/orders/order-again.ts',
      '/ui/EmptyState.tsx',
      '/ui/Field.tsx',
      '/ui/Figures.tsx',
      '/ui/NumberInput.tsx',
      '/ui/icons.tsx',
      '/ui/island.tsx',
    ],
  ],
  ['cart-page', ['/cart/CartPage.tsx', '/cart/drawer/CartDrawer.tsx']],
  [
    'address',
    [
      '/orders/AddressLists.tsx',
      '/orders/order-text.ts',
      '/orders/problem-sentence.ts',
      '/orders/useAddressHelp.ts',
    ],
  ],
  ['found-order', ['/orders/FindOrder.tsx', '/orders/Parcel.tsx']],
  ['order-page', ['/orders/OrderConfirmation.tsx', '/orders/OrderTracking.tsx']],
  ['admin-page', ['/layouts/AdminSidebar.astro?astro&type=script&index=0&lang.ts']],
  ['admin-requests', ['/admin/auth/admin-request.ts', '/admin/messages/unread.store.ts']],
  ['admin', ['/admin/orders/detail/OrderIsland.tsx', '/admin/orders/list/OrdersIsland.tsx']],
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

/** Names in each file what its imports import, so that browsers fetch all of it at once. Runs nothing earlier. */
function hoistImports(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const all = new Set(chunk.imports)
    for (const file of all) {
      const other = bundle[file]
      if (other?.type === 'chunk') for (const next of other.imports) all.add(next)
    }
    const missing = [...all].filter((file) => !chunk.imports.includes(file))
    chunk.code += missing.map((file) => `import"./${file.split('/').at(-1)}";`).join('')
  }
}
