/** Every address of the site, by name. `tests/site` holds them to the built pages and to netlify.toml. */
export const paths = {
  home: '/',
  products: '/products',
  search: '/search',
  product: (id: string) => `/product/${id}`,
  cart: '/cart',
  checkout: '/checkout',
  confirmation: (orderId: string) => `/order/confirmation/${orderId}`,
  tracking: (orderId: string) => `/order/tracking/${orderId}`,
  about: '/about',
  contact: '/contact',
  results: '/results',
  blog: '/blog',
  article: (id: number) => `/blog/${id}`,
  returns: '/returns',
  privacy: '/privacy',
  terms: '/terms',
  /** Shown in place of a page that cannot be fetched. */
  offline: '/offline',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminOrders: '/admin/orders',
  adminOrder: (orderId: string) => `/admin/orders/${orderId}`,
  adminCustomers: '/admin/customers',
  adminProducts: '/admin/products',
  adminSettings: '/admin/settings',
  /** A product's small picture under an address that never changes: orders keep it for years. */
  thumbnail: (productId: string) => `/thumbnails/${productId}.webp`,
} as const

/** The last part of an address such as `/order/tracking/ABCDEFGH`, or '' where it cannot be read. */
export function lastSegment(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '')
  } catch {
    return ''
  }
}
