-- An order names how many other orders its phone has, before and after it.
-- Security definer: the details and the log cannot be read through the API.
create or replace function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'couriers', private.courier_list(),
    -- Pages that were loaded before know it by this name.
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(other.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as other on other.status = listed.status
          and other.phone_key = shown.phone_key and other.id <> shown.id
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'stage', (select stage from private.order_stage where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', (select outcome from private.parcels where order_id = p_id and is_current),
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    ),
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;

grant execute on function public.admin_order(text) to authenticated;

comment on function public.admin_order(text) is
  'One order in full, how many other orders its phone has by status, its marks, source and outcome, its
notes and its changes, oldest first, its stage, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';