/*
 * Where scripts are off: a page for each part of the filter, since a static file cannot read the query of its URL. Their
 * lists are prerendered whole, so each count is that of its page.
 */
import { paths } from '#paths.ts'
import { CATEGORIES } from '#product/category.ts'
import { catalogueCards } from './catalogue.ts'
import { describeFilter, FLAGS, matches, NO_FILTER } from './filter.ts'

/** For the build alone: the parts of the filter, each with its path and what it finds. */
export async function plainFilters() {
  const products = await catalogueCards()
  const parts = [
    ...CATEGORIES.map((category) => ({ label: category, part: { category } })),
    ...FLAGS.map(({ name, label }) => ({ label, part: { [name]: true } })),
  ]
  return parts.map(({ label, part }) => {
    const slug = label.toLowerCase().replaceAll(' ', '-')
    const filter = { ...NO_FILTER, ...part }
    const found = products.filter(({ facts }) => matches(facts, filter))
    const described = describeFilter(filter)
    return { label, slug, path: `${paths.products}/${slug}`, products: found, described }
  })
}
