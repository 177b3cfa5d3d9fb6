/*
 * Pauses: sizes, or the whole shop, that are not sold for a while. An admin sets and ends them by a press, without a
 * build. Only new orders of customers are refused: a saved order and the admin's own acts go on.
 */

create table private.pauses (
  -- Two empty texts are the whole shop.
  product_id text not null,
  size text not null,
  reason text not null check (reason <> '' and length(reason) <= 100),
  -- The day of the shop on which it is sold again.
  until date,
  paused_at timestamptz not null default now(),
  primary key (product_id, size)
);

comment on table private.pauses is 'What is not sold for a while, why, and until when, if that is known.';

alter table private.pauses enable row level security;
create policy "Nobody reads the pauses through the API" on private.pauses
  for all using (false);

create view private.current_pauses as
  select * from private.pauses where until is null or until > private.shop_day(now());
comment on view private.current_pauses is 'The pauses that have not ended.';

create function private.list_pauses() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', product_id, 'size', size, 'reason', reason, 'until', until
  ) order by product_id, size), '[]')
  from private.current_pauses
$$;
comment on function private.list_pauses() is 'The current pauses: a list of {id, size, reason, until}.';

create function private.check_pauses(items jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  paused jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'id', line ->> 'id', 'size', line ->> 'size', 'reason', pause.reason, 'until', pause.until
  ) order by nth)
  into paused
  from jsonb_array_elements(items) with ordinality as listed (line, nth)
  cross join lateral (
    select * from private.current_pauses as current
    where (current.product_id, current.size) in ((line ->> 'id', line ->> 'size'), ('', ''))
    order by current.product_id
    limit 1
  ) as pause;
  if paused is not null then
    perform private.refuse('item_paused', paused #>> '{0,id}', 422, jsonb_build_object('items', paused));
  end if;
exception
  -- Saving the order refuses what is no list of lines.
  when data_exception then
    return;
end
$$;
comment on function private.check_pauses(jsonb) is
  'Refuses lines that are paused, and names each: {items: {id, size, reason, until?}}.';

-- Security definer: customers have no right to any table. A GET, which browsers keep for half a minute.
create function public.shop_pauses() returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  perform set_config('response.headers', '[{"Cache-Control": "max-age=30"}]', true);
  return jsonb_build_object('pauses', private.list_pauses());
end
$$;
grant execute on function public.shop_pauses() to anon, authenticated;
comment on function public.shop_pauses() is 'What is not sold now: {pauses: {id, size, reason, until}}.';
