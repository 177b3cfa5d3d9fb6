/*
 * A cancelled order that was never booked can be deleted for good, with everything that names its customer.
 * Its log goes with it. What stays is that it was deleted.
 */

create table private.deleted_orders (
  id bigint generated always as identity primary key,
  order_id text not null,
  at timestamptz not null default now(),
  actor_id uuid,
  total numeric(12,2) not null
);
create index deleted_orders_order_id_idx on private.deleted_orders (order_id);

comment on table private.deleted_orders is
  'Which orders were deleted, when, by whom, and for how many rupees. Of the customer it has nothing.';

alter table private.deleted_orders enable row level security;
create policy "Nobody reads the log of deleted orders through the API" on private.deleted_orders
  for all using (false);

create function private.may_be_deleted(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.status = 'cancelled' and o.tracking_number is null
    and not exists (
      select from jsonb_array_elements(o.tracking_history) as change
      where change ->> 'status' in ('shipped', 'delivered') or change ->> 'trackingNumber' is not null
    )
    and not exists (
      select from private.order_details as details
      where details.order_id = o.id and (details.booked_at is not null or details.outcome is not null)
    )
    and not exists (select from private.exported_orders as exported where exported.order_id = o.id)
    and not exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.after ->> 'courier' is not null
    )
$$;
comment on function private.may_be_deleted(public.orders) is
  'Whether an order is cancelled and never had a courier, a batch or a tracking number.';

create function private.delete_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.deleted_orders (order_id, actor_id, total)
  select id, auth.uid(), total from public.orders where id = any (ids) order by id;
  delete from private.order_audit where order_id = any (ids);
  delete from public.orders where id = any (ids);
end
$$;
comment on function private.delete_orders(text[]) is
  'Deletes orders with all that is saved of them, and logs that they were deleted.';

-- Security definer: the API deletes no order.
create function public.admin_delete_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  if o.id is null then
    -- A retry whose response was lost finds it deleted.
    if exists (select from private.deleted_orders where order_id = p ->> 'id') then
      return private.respond(200, '{"ok": true}');
    end if;
    perform private.refuse('not_found', null, 200);
  end if;
  if to_jsonb(o.version) is distinct from p -> 'version' then
    perform private.refuse_change('stale', o, false);
  end if;
  if not private.may_be_deleted(o) then
    perform private.refuse_change('not_deletable', o, false);
  end if;
  perform private.delete_orders(array[o.id]);
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_delete_order(jsonb) to authenticated;
comment on function public.admin_delete_order(jsonb) is
  'Deletes for good this version of an order that is cancelled and was never booked, {id, version}, for
admins.';
