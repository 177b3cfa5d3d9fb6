import { priceList, sellingPrice } from '#features/catalogue/price-list.ts'
import { fromMinor } from '#shared/money.ts'
import { paths } from '../../src/paths.ts'

/** The price list as SQL that may be run again and again: it corrects what is there. */
export function seedSql(): string {
  const sizes = priceList.flatMap((product) =>
    product.sizes.map((size) => [
      quote(product.id),
      quote(size.label),
      quote(product.name),
      quote(paths.thumbnail(product.id)),
      fromMinor(sellingPrice(size)).toFixed(2),
    ]),
  )
  return `/*
 * The catalogue of record. Written by \`npm run generate\` from src/content/price-list.json: change the
 * prices there.
 */
insert into private.catalogue_sizes (product_id, size, name, image, unit_price) values
${sizes.map((size) => `  (${size.join(', ')})`).join(',\n')}
on conflict (product_id, size) do update set
  name = excluded.name,
  image = excluded.image,
  unit_price = excluded.unit_price,
  active = true;

update private.catalogue_sizes set active = false
where (product_id, size) not in (
${sizes.map(([id, label]) => `  (${id}, ${label})`).join(',\n')}
);
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
