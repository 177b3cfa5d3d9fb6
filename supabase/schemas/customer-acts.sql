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
create index confirmation_attempts_customer_idx on private.confirmation_attempts (at)
  where actor = 'customer';
create index help_requests_at_idx on private.help_requests (at);

create function private.customer_acts(after timestamptz)
returns table (order_id text, at timestamptz, act text)
language sql stable set search_path = '' as $$
  select entry.order_id, entry.at,
    case when entry.after ? 'cancelReason' then 'cancelled' else 'changed' end
  from private.order_audit as entry
  where entry.actor = 'customer' and entry.at > customer_acts.after
    -- A change of status has an entry of its own.
    and not entry.after ? 'status'
  union all
  select attempt.order_id, attempt.at, 'confirmed'
  from private.confirmation_attempts as attempt
  where attempt.actor = 'customer' and attempt.at > customer_acts.after
  union all
  select request.order_id, request.at, 'asked'
  from private.help_requests as request where request.at > customer_acts.after
$$;
comment on function private.customer_acts(timestamptz) is
  'What customers did since then: changed, cancelled, confirmed or asked for help.';

-- In plpgsql, which caches its plans: every row of a list calls it.
create function private.unseen_act(p_id text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when entry.after ? 'cancelReason' then 'customer_cancelled' else 'customer_changed' end
    from private.order_audit as entry
    where entry.order_id = p_id and entry.actor = 'customer' and not entry.after ? 'status'
      and entry.at > now() - interval '14 days'
      and not exists (
        select from private.acts_seen as seen where seen.order_id = p_id and seen.at >= entry.at
      )
    order by entry.id desc limit 1
  );
end
$$;
comment on function private.unseen_act(text) is
  'A mark: customer_cancelled or customer_changed, until the admin has opened the order since; or null.';

-- Security definer: the log cannot be read through the API.
create function public.admin_customer_acts(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  since constant timestamptz := coalesce((p ->> 'after')::timestamptz, now());
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'newest', greatest(since, (select max(at) from private.customer_acts(since))),
    'acts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'act', acts.act, 'at', acts.at)
          order by acts.at desc
        ),
        '[]'
      )
      from (select * from private.customer_acts(since) order by at desc limit 100) as acts
      join public.orders as o on o.id = acts.order_id
      where not exists (
        select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= acts.at
      )
    )
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
  if exists (select from public.orders where id = p ->> 'id') then
    insert into private.acts_seen (order_id) values (p ->> 'id')
    on conflict (order_id) do update set at = now();
  end if;
  return private.respond(200, '{"ok": true}');
end
$$;
grant execute on function public.admin_see_order(jsonb) to authenticated;
comment on function public.admin_see_order(jsonb) is
  'Notes that the admin has opened the order of {id}: what its customer did before is no mark any more.';
