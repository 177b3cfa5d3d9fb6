/* Where an order comes from, in a filter and in a sentence. */
/** How the customer placed the order. An admin enters those by phone and WhatsApp. */
export type OrderSource = 'website' | 'phone' | 'whatsapp'

export const SOURCES: Record<OrderSource, string> = {
  website: 'Website',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
}

export const SOURCE_TEXTS: Record<OrderSource, string> = {
  website: 'Placed on the website',
  phone: 'Entered by an admin: by phone',
  whatsapp: 'Entered by an admin: by WhatsApp',
}
