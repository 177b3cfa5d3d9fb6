import type { BreadcrumbList } from 'schema-dts'
import { paths } from '#paths.ts'
import { absolute } from './absolute.ts'

interface Crumb {
  name: string
  path: string
}

const HOME: Crumb = { name: 'Home', path: paths.home }

/** The sections, and how the addresses of their pages begin. */
const SECTIONS: (Crumb & { pages: string })[] = [
  { name: 'Products', path: paths.products, pages: '/product/' },
  { name: 'Blog', path: paths.blog, pages: '/blog/' },
]

/** The way from the home page to the one at `path`. The home page itself has none. */
export function breadcrumbData(path: string, title: string): BreadcrumbList | undefined {
  if (path === paths.home) return undefined
  const section = SECTIONS.find((crumb) => path === crumb.path || path.startsWith(crumb.pages))
  const own = section?.path === path ? [] : [{ name: title, path }]
  const trail = [HOME, ...(section ? [section] : []), ...own]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: absolute(crumb.path),
    })),
  }
}
