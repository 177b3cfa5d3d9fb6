/*
 * Customers as the admin sees them: nobody signs up, so they follow from the orders.
 */
create index customers_last_order_idx on private.customers (last_order_date desc, key desc);
create index customers_searched_idx on private.customers
  using gin (searched extensions.gin_trgm_ops);
create index customers_pieces_idx on private.customers using gin (private.short_pieces(searched));

create view private.listed_customers as
select
  last_order_date as at,
  key,
  null::text as status,
  searched,
  private.short_pieces(searched) as pieces
from private.customers;
comment on view private.listed_customers is 'Customers as a list: see private.page_of_list().';

create function private.show_customers(keys text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'key', key,
        'fullName', full_name,
        'phone', phone,
        'city', city,
        'state', state,
        'orderCount', order_count,
        'totalSpent', total_spent,
        'lastOrderDate', last_order_date
      )
      order by last_order_date desc, key desc
    ),
    '[]'
  )
  from private.customers where key = any (keys)
$$;
comment on function private.show_customers(text[]) is 'Customers, who ordered last first.';

-- Security definer: customers have no address in the API.
create function private.admin_customers(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.page_of_list('listed_customers', 'key', p - 'status');
  return private.answer(200, jsonb_build_object(
    'customers', private.show_customers(page.keys),
    'total', (select customers from private.customer_total),
    'older', private.show_place(page.older, 'key'),
    'newer', private.show_place(page.newer, 'key')
  ));
end
$$;
grant execute on function private.admin_customers(jsonb) to authenticated;
comment on function private.admin_customers(jsonb) is 'What public.admin_customers() does.';

create function public.admin_customers(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_customers(p)
$$;
grant execute on function public.admin_customers(jsonb) to authenticated;
comment on function public.admin_customers(jsonb) is
  'A page of customers by {search?, before?, after?, limit?}, who ordered last first, for admins.';
