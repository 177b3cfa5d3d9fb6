import type {
  Organization,
  PostalAddress,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from 'schema-dts'
import { type Settings, settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { absolute } from './absolute.ts'

/** The ISO 3166 code of `settings.country`, which search engines want beside its name. */
export const COUNTRY_CODE = 'PK'

const ID = absolute('/#organization')

/** Who stands behind a product or an article: enough to be named without the home page. */
export const publisher = {
  '@type': 'Organization',
  '@id': ID,
  name: settings.name,
  url: absolute(paths.home),
  logo: absolute('/icons/icon-512.png'),
} as const satisfies Organization

/** The shop in full. A setting left empty is left out. */
export function organizationData(): Exclude<Organization, string> {
  const profiles = settings.socialProfiles.map(({ url }) => url).filter(Boolean)
  return {
    ...publisher,
    alternateName: settings.urduName,
    foundingDate: String(settings.founded),
    ...(settings.address && { address: postalAddress() }),
    ...(settings.email && { email: settings.email }),
    ...(settings.phone && { telephone: settings.phone }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  }
}

/** The site and its search, which opens the catalogue. */
export function webSiteData(): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${absolute(paths.search)}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': absolute('/#website'),
    name: settings.name,
    url: absolute(paths.home),
    inLanguage: 'en',
    publisher: { '@id': ID },
    potentialAction: search,
  }
}

function postalAddress(): PostalAddress {
  return {
    '@type': 'PostalAddress',
    streetAddress: streetOf(settings),
    addressLocality: settings.city,
    addressCountry: COUNTRY_CODE,
  }
}

/** The address without its city and country, which have fields of their own. */
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
