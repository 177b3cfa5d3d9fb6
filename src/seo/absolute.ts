/** `/products` → `https://…/products`: for whoever reads an address outside the site. */
export function absolute(path: string): string {
  return new URL(path, import.meta.env.SITE).href
}
