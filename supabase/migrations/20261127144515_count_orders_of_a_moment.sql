/* Orders of one client that are placed at one moment count each other. */
create or replace function private.save_client(o public.orders, is_known boolean) returns void
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
    is_known
  );
end
$$;

comment on function private.save_client(public.orders, boolean) is
  'Saves which client a new order came from, and whether its device is known.';