/*
 * Who the shop is: name, contact, currency, URL. An empty value ('') hides whatever would show it. What each may
 * hold is in settings.schema.ts; a build stops at a mistake. The phone numbers and profiles below are samples. The
 * retention time of personal data is set in the database: private.retention_time().
 */
import type { Settings } from './settings.schema.ts'

export type { Settings } from './settings.schema.ts'

export const settings: Settings = {
  name: 'Zulf',
  urduName: 'زلف',
  // While this is the sample, a build on Netlify uses the URL that Netlify gives the site. Pages use
  // `import.meta.env.SITE`, never this value.
  site: 'https://zulf.example',
  // For metadata only. A real shop in Pakistan sets PKR (docs/product.md, rules 3.6 and 10.6). /products.xml is then
  // published: a product feed for Google Merchant Center and Meta, which accept no other currency for Pakistan.
  currency: 'USD',
  // For people: "All prices in Pakistani rupees" on pages, whose prices carry no symbol, and "Rs 1459.00" in messages,
  // receipts and the calendar.
  currencyWords: { name: 'Pakistani rupees', sign: 'Rs' },
  // What couriers charge a parcel by: so many kilograms with up to so many units, and kilograms for each
  // further unit.
  parcel: { kg: 0.5, units: 2, kgPerFurtherUnit: 0.25 },
  // Rupees. What an order costs above this is asked for in advance. The database marks such orders in
  // private.mark_new_order(), with the same sum.
  largeAmount: 200_000,
  country: 'Pakistan',
  city: 'Lahore',
  founded: 2020,
  address: '12 Haveli Road, Gulberg III, Lahore, Pakistan',
  email: 'salam@zulf.example',
  phone: '+92 300 0000000',
  // As in wa.me URLs.
  whatsApp: '923000000000',
  socialProfiles: [
    { name: 'Instagram', url: 'https://www.instagram.com/zulf.example' },
    { name: 'Facebook', url: 'https://www.facebook.com/zulf.example' },
  ],
  // What the pages claim or compare. False hides it wherever it stands.
  shows: {
    // Stars and the number of reviews of a product.
    ratings: true,
    // What customers say, on the home page and the products.
    testimonials: true,
    // The results gallery: its page, every link to it, and its part of the home page.
    results: true,
    // "Approved", one of the benefits on the home page.
    approved: true,
    // The regular price and the badge "50% OFF" beside a discounted price.
    discounts: true,
  },
  // Whether a parcel may be opened before it is paid. True says so on products, orders and packing slips.
  mayOpenParcel: false,
  // Appended to a user name without @ when the admin signs in.
  adminEmailDomain: 'zulf.example',
  // Who delivers the parcels, as the pages of help say it. The admin edits the couriers themselves under Settings.
  deliveredBy: 'PostEx, BlueEx, Leopards Courier, or TCS',
}
