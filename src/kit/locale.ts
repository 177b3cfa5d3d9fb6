/* The language of the pages, and how it writes dates and lists. */

/** For `lang`, and for sorting. */
export const LANGUAGE = 'en'

/** Dates are written as in the United States (docs/product.md, rule 7.12). */
export const LOCALE = 'en-US'

/** Lists have no comma before their last word. */
export const LIST_LOCALE = 'en-GB'

/** The languages of messages to customers, and what the admin calls them. */
export const MESSAGE_LANGUAGES = { 'ur-Latn': 'Roman Urdu', en: 'English' } as const

export type MessageLanguage = keyof typeof MESSAGE_LANGUAGES

/** Not for people: writes dates and numbers as ISO 8601 does. */
export const ISO_LOCALE = 'sv-SE'
