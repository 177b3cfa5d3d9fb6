/*
 * Requests for help with a delivered order: damaged, or a wrong item. An order has one request, and customer
 * and admin see its state. Photos are sent by WhatsApp.
 *
 * A request has the order's token, or its number and phone, like find_order(). Who knows both cannot use up what
 * the order's device may do: an order has one request, and one by phone is no change.
 */

create table private.help_requests (
  id bigint generated always as identity primary key,
  order_id text not null unique references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('damaged', 'wrong_item')),
  text text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed'))
);
create index open_help_requests_idx on private.help_requests (id) where state = 'open';

comment on table private.help_requests is
  'What a customer reported about a delivered order. Customer and admin see it and its state.';

alter table private.help_requests enable row level security;
create policy "Nobody reads the requests for help through the API" on private.help_requests
  for all using (false);

create function private.erase_help_requests(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.help_requests where order_id = any (ids)
$$;
comment on function private.erase_help_requests(text[]) is 'Deletes the requests for help with erased orders.';

-- Security definer: customers have no right to any table.
create function public.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  is_holder constant boolean := coalesce(not p ? 'phone', true);
  found_id text;
  refusal jsonb;
  o public.orders;
  typed text;
  saved private.help_requests;
begin
  perform private.require_plain_call();
  perform private.check_request(
    p, 16384, array['id', case when is_holder then 'token' else 'phone' end, 'kind', 'text']
  );
  if is_holder then
    o := private.lock_own_order(p);
  else
    select * into found_id, refusal from private.find_by_phone(p);
    if refusal is not null then
      return refusal;
    end if;
    select * into o from public.orders where id = found_id for update;
    -- It may have been erased meanwhile.
    if o.phone_key is distinct from private.phone_key(p ->> 'phone') then
      perform private.refuse('not_found', null, 200);
    end if;
  end if;

  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);
  select * into saved from private.help_requests where order_id = o.id;
  -- A retry whose response was lost gets the response of the first.
  if (saved.kind, saved.text) <> (p ->> 'kind', typed) then
    perform private.refuse('request_exists', null, 409);
  elsif saved.id is null then
    -- A report by phone is none of the ten changes of the order's device.
    if is_holder then
      perform private.check_changes(o);
      update private.order_keys set changes = changes + 1 where order_id = o.id;
    end if;
    if o.status <> 'delivered' then
      perform private.refuse('not_delivered', null, 409);
    end if;
    if private.shop_day(now()) > 3 + private.shop_day((
      select max((change ->> 'at')::timestamptz)
      from jsonb_array_elements(private.history_without_numbers(o.tracking_history)) as change
      where change ->> 'status' = 'delivered'
    )) then
      perform private.refuse('too_late', null, 409);
    end if;
    insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  end if;
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SHREF' then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
grant execute on function public.request_help(jsonb) to anon, authenticated;
comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}. An order has one report.';
