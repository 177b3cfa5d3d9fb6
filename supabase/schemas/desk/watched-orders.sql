/*
 * The devices of customers that are told of the steps of an order: what the desk does in a slot of
 * schemas/shop/watch-order.sql.
 */

create or replace function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
begin
  if p ? 'p256dh' then
    insert into private.notice_targets (way, url, p256dh, auth, order_id)
    values ('push', p ->> 'url', p ->> 'p256dh', p ->> 'auth', o.id)
    on conflict (url, order_id) do update set p256dh = excluded.p256dh, auth = excluded.auth;
    delete from private.notice_targets where id in (
      select id from private.notice_targets where order_id = o.id
      order by url = p ->> 'url' desc, added_at desc offset most
    );
  elsif p ? 'url' then
    delete from private.notice_targets where order_id = o.id and url = p ->> 'url';
  end if;
  return (select vapid_public from private.notice_settings);
end
$$;
