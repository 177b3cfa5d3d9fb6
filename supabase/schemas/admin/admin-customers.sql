/*
 * The admin's list of customers.
 */

-- Security definer: customers cannot be read through the API.
create function public.admin_customers(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('customers', p);
  return private.respond(200, jsonb_build_object(
    'customers', (
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
      from private.customers where key = any (page.keys)
    ),
    'total', (select customers from private.customer_total),
    'older', page.older,
    'newer', page.newer
  ));
end
$$;
grant execute on function public.admin_customers(jsonb) to authenticated;
comment on function public.admin_customers(jsonb) is
  'A page of customers for {search?, older?, newer?, limit?}, latest orders first, for admins.';
