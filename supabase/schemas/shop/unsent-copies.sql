/*
 * Copies of orders that the form service could not take: docs/product.md, rule 5.10. The order is saved and
 * confirmed; the admin reads how many copies were not sent.
 */

create table private.unsent_copies (
  order_id text primary key references public.orders (id) on delete cascade,
  reported_at timestamptz not null default now()
);
create index unsent_copies_reported_at_idx on private.unsent_copies (reported_at);

comment on table private.unsent_copies is
  'Orders whose copy did not reach the form service, as their devices reported.';

alter table private.unsent_copies enable row level security;
create policy "Nobody reads the unsent copies through the API" on private.unsent_copies
  for all using (false);

-- Security definer: customers have no right to any table.
create function public.report_unsent_copy(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'token']);
  insert into private.unsent_copies (order_id)
  select key.order_id from private.order_keys as key
  where key.order_id = p ->> 'id' and key.token_hash = private.hash_token(p ->> 'token')
  on conflict do nothing;
  -- The same for every id and token, so that nobody learns which are an order's.
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.report_unsent_copy(jsonb) to anon, authenticated;
comment on function public.report_unsent_copy(jsonb) is
  'Counts the copy of the order of {id, token} as not sent, once.';
