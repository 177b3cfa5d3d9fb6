/*
 * Who the shop is. The owner edits this one file; an empty value hides whatever would show it.
 * The phone numbers and profiles below are samples. How long personal data is kept is decided in the
 * database: private.retention_time().
 */
export interface Settings {
  name: string
  /** The name in Urdu. */
  urduName: string
  /**
   * Where the site is published, without a final slash. A build for a host takes Netlify's own URL while
   * this is the sample, and `site` of astro.config.mjs is what every page is built with.
   */
  site: string
  /** ISO 4217, for metadata only. Prices on screen carry no symbol. */
  currency: string
  country: string
  city: string
  founded: number
  address: string
  email: string
  phone: string
  /** Digits only, with the country code, as wa.me wants it. */
  whatsApp: string
  socialProfiles: { name: string; url: string }[]
  /** Completed to an address when the owner signs in with a bare user name. */
  adminEmailDomain: string
}

export const settings: Settings = {
  name: 'Zulf',
  urduName: 'زلف',
  site: 'https://zulf.example',
  // The spec states USD. A real shop in Pakistan sets PKR, and /products.xml is then published:
  // a product feed for Google Merchant Center and Meta, which take no other currency for Pakistan.
  currency: 'USD',
  country: 'Pakistan',
  city: 'Lahore',
  founded: 2020,
  address: '12 Haveli Road, Gulberg III, Lahore, Pakistan',
  email: 'salam@zulf.example',
  phone: '+92 300 0000000',
  whatsApp: '923000000000',
  socialProfiles: [
    { name: 'Instagram', url: 'https://www.instagram.com/zulf.example' },
    { name: 'Facebook', url: 'https://www.facebook.com/zulf.example' },
  ],
  adminEmailDomain: 'zulf.example',
}
