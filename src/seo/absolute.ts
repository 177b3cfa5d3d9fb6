/** `/products` → `https://…/products`, for readers outside the site. */
export function absolute(path: string): string {
  return new URL(path, import.meta.env.SITE).href
}

/** HTML for a feed or a search engine: its links to pages of this site become absolute. */
export function withAbsoluteLinks(html: string): string {
  return html.replace(/\b(href|src)="(\/(?!\/)[^"]*)"/g, (_, attribute: string, path: string) => {
    return `${attribute}="${absolute(path)}"`
  })
}
