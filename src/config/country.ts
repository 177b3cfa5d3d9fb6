/** The ISO 3166 code of `settings.country`. */
export const COUNTRY_CODE = 'PK'
