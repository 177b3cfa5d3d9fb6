/*
 * What the admin sees of orders: a list to search and filter, and one order with its customer's past.
 */
create index orders_status_date_idx on public.orders (status, date, id);
create index orders_searched_idx on public.orders using gin (
  lower(id || E'\n' || coalesce(shipping_address ->> 'fullName', '')) extensions.gin_trgm_ops
);
create index orders_pieces_idx on public.orders using gin (
  private.short_pieces(lower(id || E'\n' || coalesce(shipping_address ->> 'fullName', '')))
);

create view private.listed_orders as
select
  date as at,
  id as key,
  status,
  -- Written as in the indexes. No search holds a line end, so none matches across id and name.
  lower(id || E'\n' || coalesce(shipping_address ->> 'fullName', '')) as searched,
  private.short_pieces(lower(id || E'\n' || coalesce(shipping_address ->> 'fullName', ''))) as pieces
from public.orders;
comment on view private.listed_orders is 'Orders as a list: see private.page_of_list().';

create function private.summarize_order(summarized public.orders) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'id', summarized.id,
    'date', summarized.date,
    'status', summarized.status,
    'total', summarized.total,
    'trackingNumber', summarized.tracking_number,
    'fullName', summarized.shipping_address ->> 'fullName',
    'phone', summarized.shipping_address ->> 'phone',
    'city', summarized.shipping_address ->> 'city',
    'state', summarized.shipping_address ->> 'state',
    'pieces', (
      select sum((item ->> 'quantity')::integer) from jsonb_array_elements(summarized.items) as item
    )
  )
$$;
comment on function private.summarize_order(public.orders) is 'An order as a line of a list.';

create function private.summarize_orders(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.summarize_order(listed) order by date desc, id desc), '[]')
  from public.orders as listed where id = any (ids)
$$;
comment on function private.summarize_orders(text[]) is 'Lines of a list, newest first.';

-- Security definer: a search is only fast past row level security, which it asks about first.
create function private.admin_orders(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.page_of_list('listed_orders', 'id', p);
  return private.answer(200, jsonb_build_object(
    'orders', private.summarize_orders(page.keys),
    'older', private.show_place(page.older, 'id'),
    'newer', private.show_place(page.newer, 'id')
  ));
end
$$;
grant execute on function private.admin_orders(jsonb) to authenticated;
comment on function private.admin_orders(jsonb) is 'What public.admin_orders() does.';

create function public.admin_orders(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_orders(p)
$$;
grant execute on function public.admin_orders(jsonb) to authenticated;
comment on function public.admin_orders(jsonb) is
  'A page of orders by {search?, status?, before?, after?, limit?}, newest first, for admins.';

create function private.earlier_orders(shown public.orders) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'count', count(*),
    'pending', count(*) filter (where earlier.status = 'pending'),
    'processing', count(*) filter (where earlier.status = 'processing'),
    'shipped', count(*) filter (where earlier.status = 'shipped'),
    'delivered', count(*) filter (where earlier.status = 'delivered'),
    'cancelled', count(*) filter (where earlier.status = 'cancelled')
  )
  from public.orders as earlier
  where (earlier.date, earlier.id) < (shown.date, shown.id)
    and not private.is_erased(shown.shipping_address)
    -- Written as in orders_phone_idx.
    and right(regexp_replace(coalesce(earlier.shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
      = right(regexp_replace(coalesce(shown.shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
$$;
comment on function private.earlier_orders(public.orders) is
  'How many orders the same phone had placed before, and what became of them.';

-- Security definer: as private.admin_orders().
create function private.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.answer(200, null);
  end if;
  return private.answer(200, jsonb_build_object(
    'order', private.show_order(shown, true),
    'earlier', private.earlier_orders(shown)
  ));
end
$$;
grant execute on function private.admin_order(text) to authenticated;
comment on function private.admin_order(text) is 'What public.admin_order() does.';

create function public.admin_order(p_id text) returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order(p_id)
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full and what its phone ordered before, or null, for admins.';
