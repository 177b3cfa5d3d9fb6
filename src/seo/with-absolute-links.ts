import { absolute } from './absolute.ts'

/** HTML for a place outside the site: its links to pages here name the site. */
export function withAbsoluteLinks(html: string): string {
  return html.replace(/\b(href|src)="(\/(?!\/)[^"]*)"/g, (_, attribute: string, path: string) => {
    return `${attribute}="${absolute(path)}"`
  })
}
