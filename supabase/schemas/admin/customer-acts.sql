/*
 * What customers did with their orders, for the admin: changed, cancelled, confirmed by the link, or asked for
 * help. An order is marked until the admin has opened it since.
 */

create table private.acts_seen (
  order_id text primary key references public.orders (id) on delete cascade,
  at timestamptz not null default now()
);

comment on table private.acts_seen is 'When an admin last opened an order that its customer had changed.';

alter table private.acts_seen enable row level security;
create policy "Nobody reads when orders were opened through the API" on private.acts_seen
  for all using (false);

create index order_audit_customer_idx on private.order_audit (at) where actor = 'customer';
create index confirm_codes_used_at_idx on private.confirm_codes (used_at) where used_for <> 'cancel';
create index help_requests_at_idx on private.help_requests (at);

create view private.customer_acts as
  select entry.order_id, entry.at,
    case when entry.after ? 'cancelReason' then 'cancelled' else 'changed' end as act
  from private.order_audit as entry
  -- A change of status has an entry of its own.
  where entry.actor = 'customer' and not entry.after ? 'status'
  union all
  -- Whoever changes the order by the link has confirmed the rest.
  select order_id, used_at, 'confirmed' from private.confirm_codes where used_for <> 'cancel'
  union all
  select order_id, at, 'asked' from private.help_requests;
comment on view private.customer_acts is
  'What customers did: changed, cancelled, confirmed or asked for help.';

-- Security definer: the log cannot be read through the API.
create function public.admin_customer_acts(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  since timestamptz;
begin
  perform private.require_admin();
  since := coalesce((p ->> 'after')::timestamptz, now());
  return private.respond(200, (
    select jsonb_build_object(
      'newest', greatest(since, max(acts.at)),
      'acts', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'act', acts.act, 'at', acts.at
          )
          order by acts.at desc
        ) filter (where o.id is not null and (seen.at >= acts.at) is not true),
        '[]'
      )
    )
    from (select * from private.customer_acts where at > since order by at desc limit 100) as acts
    left join public.orders as o on o.id = acts.order_id
    left join private.acts_seen as seen on seen.order_id = acts.order_id
  ));
end
$$;
grant execute on function public.admin_customer_acts(jsonb) to authenticated;
comment on function public.admin_customer_acts(jsonb) is
  'What customers did after this moment and no admin has seen, newest first and at most 100: {after?}. Without one,
the moment to ask from. For admins.';

-- Security definer: the API writes no table.
create function public.admin_see_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- Pages that were loaded before send no version. What changes no version, between load and note, counts as seen.
  insert into private.acts_seen (order_id)
  select id from public.orders where id = p ->> 'id' and to_jsonb(version) = coalesce(p -> 'version', to_jsonb(version))
  for share
  on conflict (order_id) do update set at = now();
  return private.respond(200, '{"ok": true}');
end
$$;
grant execute on function public.admin_see_order(jsonb) to authenticated;
comment on function public.admin_see_order(jsonb) is
  'Notes that the admin has opened the order of {id, version?}, unless it was changed since: what its customer did before
is no mark any more.';
