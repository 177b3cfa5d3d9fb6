/*
 * The prices of src/content/price-list.json, written by `npm run prices`. To change a price, edit that file
 * and run the command again: an applied migration never changes.
 */
insert into private.catalogue_sizes (product_id, size, name, image, unit_price) values
  ('zulf-herbal-oil-single', '100ml', 'Zulf Herbal Hair Oil', '/thumbnails/zulf-herbal-oil-single.webp', 799.00),
  ('zulf-herbal-oil-double', '2 x 100ml', 'Zulf Herbal Hair Oil, Pair', '/thumbnails/zulf-herbal-oil-double.webp', 1459.00),
  ('zulf-herbal-oil-giftpack', '2 x 100ml + gift', 'Zulf Herbal Hair Oil, Gift Pack', '/thumbnails/zulf-herbal-oil-giftpack.webp', 1549.00)
on conflict (product_id, size) do update set
  name = excluded.name,
  image = excluded.image,
  unit_price = excluded.unit_price,
  active = true;

update private.catalogue_sizes set active = false
where (product_id, size) not in (
  ('zulf-herbal-oil-single', '100ml'),
  ('zulf-herbal-oil-double', '2 x 100ml'),
  ('zulf-herbal-oil-giftpack', '2 x 100ml + gift')
);
