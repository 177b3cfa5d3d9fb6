/*
 * Which orders came from one client, for a day, by a keyed hash: no address can be read from it. Each order adds
 * a row of its own, so no order waits for another. What a client has saved decides where saving ends: one
 * address must not fill the database.
 */

create table private.order_clients (
  order_id text primary key references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  client bytea not null,
  network bytea,
  nth integer not null,
  is_known boolean not null
);
create index order_clients_client_idx on private.order_clients (client, at);
create index order_clients_network_idx on private.order_clients (network, at) where network is not null;
comment on table private.order_clients is
  'Which orders of the last day came from one client. Customers'' orders only; deleted after a day.';
comment on column private.order_clients.client is
  'A keyed hash of the client''s address; or of the order''s id where no address is known.';
comment on column private.order_clients.network is
  'A keyed hash of the /48 network of an IPv6 address, which one subscriber may have.';
comment on column private.order_clients.nth is 'Which order of its client it was within an hour.';
comment on column private.order_clients.is_known is
  'Whether its device has proved an order of the phone from the days before.';

alter table private.order_clients enable row level security;
create policy "Nobody reads the clients of orders through the API" on private.order_clients
  for all using (false);

create function private.erase_order_clients(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.order_clients where order_id = any (ids)
$$;
comment on function private.erase_order_clients(text[]) is 'Deletes the clients of erased orders.';

create table private.database_limit (
  only_row boolean primary key default true check (only_row),
  megabytes integer not null check (megabytes > 0)
);

comment on table private.database_limit is
  'How large the database may become: what the plan of the host has. Above nine tenths of it each client saves few
orders, and no messages.';

alter table private.database_limit enable row level security;
create policy "Nobody reads the limit of the database through the API" on private.database_limit
  for all using (false);

-- The free plan of Supabase.
insert into private.database_limit (megabytes) values (500);

create function private.is_nearly_full() returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select pg_database_size(current_database()) > megabytes * 1000000.0 * 0.9
    from private.database_limit
  );
end
$$;
comment on function private.is_nearly_full() is
  'Whether the database has only its last tenth left, which is for the shop''s own work.';

-- In plpgsql, which caches its plans: every new order is counted.
create function private.count_saved(counted bytea, max_count integer, span interval) returns integer
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select count(*) from (
      select from private.order_clients where client = counted and at > now() - span limit max_count
    ) as saved
  );
end
$$;
comment on function private.count_saved(bytea, integer, interval) is
  'How many orders a client, by its hash, has saved within this time, at most so many.';

create function private.client_hash(o_id text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return private.hash_counted('client', coalesce(private.client_address(), o_id));
end
$$;
comment on function private.client_hash(text) is
  'The hash of the client of this request, whose order has this id.';

create function private.network_hash() returns bytea
language plpgsql stable set search_path = '' as $$
declare
  address constant inet := private.client_address()::inet;
begin
  if family(address) = 6 then
    return private.hash_counted('network', network(set_masklen(address, 48))::text);
  end if;
  return null;
end
$$;
comment on function private.network_hash() is
  'The hash of the /48 network of the client of this request. Null for an IPv4 address.';

create function private.check_client(o_id text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client constant bytea := private.client_hash(o_id);
  network_of_client constant bytea := private.network_hash();
  max_of_client constant integer := case when network_of_client is null then 1000 else 200 end;
  max_of_network constant integer := 1000;
  max_where_full constant integer := 3;
begin
  if private.count_saved(client, max_of_client, '24 hours') = max_of_client
    or (
      select count(*) = max_of_network from (
        select from private.order_clients
        where network = network_of_client and at > now() - interval '24 hours' limit max_of_network
      ) as saved
    )
    -- The size is read last: it costs a look at every file.
    or private.count_saved(client, max_where_full, '1 hour') = max_where_full and private.is_nearly_full()
  then
    perform private.refuse('too_many_orders', null, 429);
  end if;
end
$$;
comment on function private.check_client(text) is
  'Refuses an order where its client has saved as many in a day as a neighbourhood never does, or more than three in
an hour while the database is nearly full.';

create function private.is_known_device(o public.orders, earlier jsonb) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return earlier is not null and exists (
    select from private.order_keys as key
    join public.orders as other on other.id = key.order_id
    where key.order_id = earlier ->> 'id' and key.token_hash = private.hash_token(earlier ->> 'token')
      and other.phone_key = o.phone_key and other.status <> 'cancelled'
      and other.date <= now() - interval '24 hours'
  );
end
$$;
comment on function private.is_known_device(public.orders, jsonb) is
  'Whether a device has an order of this phone from the days before, by its {id, token}: then the phone is its
customer''s.';

create function private.save_client(o public.orders, earlier jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client_of_order constant bytea := private.client_hash(o.id);
begin
  insert into private.order_clients (order_id, client, network, nth, is_known)
  values (
    o.id, client_of_order, private.network_hash(),
    -- Orders of the same moment do not see each other's rows: a sequence counts them.
    greatest(
      private.count_saved(client_of_order, 1000, '1 hour') + 1,
      private.change_count('saved', private.client_address(), 1, 3)
    ),
    private.is_known_device(o, earlier)
  );
end
$$;
comment on function private.save_client(public.orders, jsonb) is
  'Saves which client a new order came from, and whether its device is known: the {id, token} of an earlier order may
prove whose phone it is.';
