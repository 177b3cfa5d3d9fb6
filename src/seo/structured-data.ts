/*
 * JSON-LD for search engines: the shop, its questions and the position of each page. Its types are
 * leaves: `Organization` is a union of all kinds of organizations, which takes TypeScript seconds to compare with.
 */

import type {
  BreadcrumbListLeaf,
  FAQPageLeaf,
  IdReference,
  ListItemLeaf,
  MerchantReturnPolicyLeaf,
  OrganizationLeaf,
  PostalAddressLeaf,
  SearchActionLeaf,
  WebSiteLeaf,
  WithActionConstraints,
} from 'schema-dts'
import { COUNTRY_CODE } from '#config/country.ts'
import { HELP_DAYS } from '#config/delivery.ts'
import { type Settings, settings } from '#config/settings.ts'
import { LANGUAGE } from '#kit/locale.ts'
import { paths } from '#paths.ts'
import { absolute, withAbsoluteLinks } from './page-metadata.ts'

const ID = absolute('/#organization')

/** The shop as the publisher of an article or the seller of a product. */
export const publisher = {
  '@type': 'Organization',
  '@id': ID,
  name: settings.name,
  url: absolute(paths.home),
  logo: absolute('/icons/icon-512.png'),
} as const satisfies OrganizationLeaf

/** For data of its own beside the shop's. */
export const publisherReference: IdReference = { '@id': ID }

/** The shop in full. Empty settings are omitted. */
export function organizationData(): OrganizationLeaf {
  const profiles = settings.socialProfiles.map(({ url }) => url).filter(Boolean)
  return {
    ...publisher,
    alternateName: settings.urduName,
    foundingDate: String(settings.founded),
    ...(settings.address && { address: postalAddress() }),
    ...(settings.email && { email: settings.email }),
    ...(settings.phone && { telephone: settings.phone }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    hasMerchantReturnPolicy: returnPolicy,
  }
}

/** Returns of damaged or wrong parcels only, of every product. */
const returnPolicy: MerchantReturnPolicyLeaf = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: COUNTRY_CODE,
  merchantReturnLink: absolute(paths.returns),
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: HELP_DAYS,
  itemCondition: 'https://schema.org/DamagedCondition',
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  itemDefectReturnFees: 'https://schema.org/FreeReturn',
  refundType: ['https://schema.org/FullRefund', 'https://schema.org/ExchangeRefund'],
}

/** The site, with the search of the catalogue as its search action. */
export function webSiteData(): WebSiteLeaf {
  const search: WithActionConstraints<SearchActionLeaf> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absolute(paths.search)}?q={term}`,
    },
    'query-input': 'required name=term',
  }
  return {
    '@type': 'WebSite',
    '@id': absolute('/#website'),
    name: settings.name,
    url: absolute(paths.home),
    inLanguage: LANGUAGE,
    publisher: publisherReference,
    potentialAction: search,
  }
}

function postalAddress(): PostalAddressLeaf {
  return {
    '@type': 'PostalAddress',
    streetAddress: streetOf(settings),
    addressLocality: settings.city,
    addressCountry: COUNTRY_CODE,
  }
}

/** The address without its city and country, which are fields of their own. */
export function streetOf({
  address,
  city,
  country,
}: Pick<Settings, 'address' | 'city' | 'country'>) {
  return address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== city && part !== country)
    .join(', ')
}

/** Questions with their answers as HTML. */
export function faqData(questions: readonly { question: string; html: string }[]): FAQPageLeaf {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, html }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: withAbsoluteLinks(html) },
    })),
  }
}

interface Crumb {
  name: string
  path: string
}

const HOME: Crumb = { name: 'Home', path: paths.home }

/** The sections; the paths of their pages begin with `pages`. */
const SECTIONS: (Crumb & { pages: string })[] = [
  { name: 'Products', path: paths.products, pages: '/product/' },
  { name: 'Blog', path: paths.blog, pages: '/blog/' },
]

/** The pages above the page at `path`, from the home page. */
export function trailTo(path: string): Crumb[] {
  return [HOME, ...SECTIONS.filter(({ pages }) => path.startsWith(pages))]
}

/** The breadcrumb of the page at `path`. The home page has none. */
export function breadcrumbData(path: string, title: string): BreadcrumbListLeaf | undefined {
  if (path === paths.home) return undefined
  const name = SECTIONS.find((section) => section.path === path)?.name ?? title
  const trail = [...trailTo(path), { name, path }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(crumbData),
  }
}

function crumbData({ name, path }: Crumb, index: number): ListItemLeaf {
  return { '@type': 'ListItem', position: index + 1, name, item: absolute(path) }
}

/** JSON for a `<script>` element, which no value can end: `<` is written as its escape. */
export function jsonForHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
