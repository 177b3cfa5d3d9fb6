/* The rows of private.city_names: what people type for a city, of src/order/address/cities.json. */
import { CITIES, citiesNamed } from '#order/address/cities.ts'

export const CITY_NAMES_FILE = 'supabase/schemas/data/city-names.sql'

/** A name that two cities have is left out: it names neither. */
export function generateCityNames(): string {
  const rows = CITIES.map(({ name, names }) => {
    const own = names.filter((folded) => citiesNamed(folded).length === 1)
    return `  (${quote(name)}, ${quote(own.join(' '))})`
  })
  return `/*
 * Written by \`npm run generate\` from src/order/address/cities.json. A new version is a migration too.
 */

delete from private.city_names where true;
insert into private.city_names (folded, name)
select folded, name from (values
${rows.join(',\n')}
) as city (name, names), regexp_split_to_table(names, ' ') as folded where folded <> ''
on conflict do nothing;
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
