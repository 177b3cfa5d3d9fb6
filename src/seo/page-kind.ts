/** What Open Graph calls the page at this address. */
export function openGraphType(path: string): 'article' | 'product' | 'website' {
  if (path.startsWith('/product/')) return 'product'
  return /^\/blog\/\d+$/.test(path) ? 'article' : 'website'
}
