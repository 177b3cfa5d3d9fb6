/* The kinds of page that a customer meets: where one is, and what is done on it. */
import { type PricedProduct, priceList } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import type { Category } from './measure/figures.ts'
import type { ScriptLimit } from './report/aims.ts'

export interface Place {
  path: string
  /** What is tapped first, as a Puppeteer selector. */
  action: string
  /** Opened with something in the cart. */
  needsCart?: boolean
}

export interface Kind extends Place {
  name: string
  script: ScriptLimit
  /** Measured beside pages that hold the same pictures and words. */
  hasBaseline?: boolean
  /** What Lighthouse counts against a page that is as it should be. */
  excused?: readonly Category[]
}

const MENU = button('Menu')

/** Search engines shall not list what is one customer's own, or nothing at all. */
const UNLISTED = ['seo'] as const

/** An order that has been placed is needed for its page. */
export function kindsOfPage(orderId: string): Kind[] {
  return [
    { name: 'home', path: paths.home, action: MENU, script: 'reading', hasBaseline: true },
    {
      name: 'catalogue',
      path: paths.products,
      action: button('Show Filters'),
      script: 'choosing',
      hasBaseline: true,
    },
    {
      name: 'product',
      path: paths.product(soldFirst().id),
      action: button('Increase quantity'),
      script: 'choosing',
      hasBaseline: true,
    },
    { name: 'blog', path: paths.blog, action: MENU, script: 'reading' },
    { name: 'article', path: paths.article(1), action: MENU, script: 'reading' },
    { name: 'about', path: paths.about, action: MENU, script: 'reading' },
    { name: 'contact', path: paths.contact, action: button('Send Message'), script: 'reading' },
    { name: 'results', path: paths.results, action: MENU, script: 'reading' },
    { name: 'terms', path: paths.terms, action: MENU, script: 'reading' },
    {
      name: 'cart',
      path: paths.cart,
      action: button('Increase quantity'),
      script: 'buying',
      needsCart: true,
      excused: UNLISTED,
    },
    {
      name: 'checkout',
      path: paths.checkout,
      action: button('Place Order'),
      script: 'buying',
      needsCart: true,
      excused: UNLISTED,
    },
    {
      name: 'tracking',
      path: paths.tracking(orderId),
      action: MENU,
      script: 'buying',
      excused: UNLISTED,
    },
    {
      name: '404',
      path: '/no-such-page',
      action: MENU,
      script: 'reading',
      // The browser itself writes the status to its console, which is no good practice.
      excused: [...UNLISTED, 'bestPractices'],
    },
  ]
}

export function soldFirst(): PricedProduct {
  const [product] = priceList
  if (!product) throw new Error('Nothing is for sale')
  return product
}

function button(name: string): string {
  return `::-p-aria([name="${name}"][role="button"])`
}
