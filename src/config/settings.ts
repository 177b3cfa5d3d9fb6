/*
 * Who the shop is: name, contact, currency, URL. An empty value hides whatever would show it. The phone
 * numbers and profiles below are samples. The retention time of personal data is set in the database:
 * private.retention_time().
 */
export interface Settings {
  name: string
  /** The name in Urdu. */
  urduName: string
  /**
   * Where the site is published, without a final slash. While this is the sample, a build on Netlify uses
   * the URL that Netlify gives the site. Pages use `import.meta.env.SITE`, never this value.
   */
  site: string
  /** ISO 4217, for metadata only. Prices on screen carry no symbol. */
  currency: string
  /**
   * What couriers charge a parcel by: so many kilograms with up to so many units, and kilograms for each
   * further unit.
   */
  parcel: { kg: number; units: number; kgPerFurtherUnit: number }
  country: string
  city: string
  founded: number
  address: string
  email: string
  phone: string
  /** Digits only, with the country code, as in wa.me URLs. */
  whatsApp: string
  socialProfiles: { name: string; url: string }[]
  /** What the plan of the hosted project allows. Supabase's free plan has 500 MB. */
  databaseLimitMb: number
  /** Appended to a user name without @ when the admin signs in. */
  adminEmailDomain: string
  /** Who delivers the parcels. An order keeps the id of its courier, so an id does not change. */
  couriers: Courier[]
}

export interface Courier {
  /** Small letters, digits and dashes; at most 40. */
  id: string
  name: string
  /** The courier's page about a parcel. `{number}` stands for the tracking number. */
  trackingUrl: `https://${string}{number}${string}`
  /** The columns of its sheet: those of PostEx or BlueEx, or those that the admin sets. */
  sheet: 'postex' | 'blueex' | 'custom'
}

export const settings: Settings = {
  name: 'Zulf',
  urduName: 'زلف',
  site: 'https://zulf.example',
  // A real shop in Pakistan sets PKR (docs/product.md, rules 3.6 and 10.6). /products.xml is then published:
  // a product feed for Google Merchant Center and Meta, which accept no other currency for Pakistan.
  currency: 'USD',
  parcel: { kg: 0.5, units: 2, kgPerFurtherUnit: 0.25 },
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
  databaseLimitMb: 500,
  adminEmailDomain: 'zulf.example',
  // Couriers change their pages: try each link with a real tracking number.
  couriers: [
    {
      id: 'postex',
      name: 'PostEx',
      trackingUrl: 'https://postex.pk/tracking?cn={number}',
      sheet: 'postex',
    },
    {
      id: 'blueex',
      name: 'BlueEx',
      trackingUrl: 'https://www.blue-ex.com/tracking?trackno={number}',
      sheet: 'blueex',
    },
    {
      id: 'leopards',
      name: 'Leopards Courier',
      trackingUrl: 'https://leopardscourier.com/leopards-tracking/?track={number}',
      sheet: 'custom',
    },
    {
      id: 'tcs',
      name: 'TCS',
      trackingUrl: 'https://www.tcsexpress.com/track/{number}',
      sheet: 'custom',
    },
  ],
}
