/*
 * Cancelling an order, by its customer, until it is booked.
 */

create function private.save_cancellation(o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  cancel_text text;
begin
  if coalesce(p ->> 'reason', '') not in ('changed_mind', 'wrong_order', 'too_late', 'other') then
    perform private.refuse('reason_invalid', 'reason');
  end if;
  if p ->> 'text' ~ '\S' then
    cancel_text := private.clean_note('text', p -> 'text', 300);
  end if;
  perform private.log_changes(
    'customer', o.id, '{}',
    jsonb_build_object('cancelReason', p ->> 'reason', 'cancelText', cancel_text)
  );
  perform set_config('shop.actor', 'customer', true);
  update public.orders set status = 'cancelled' where id = o.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, cancel_reason, cancel_text)
  values (o.id, p ->> 'reason', cancel_text)
  on conflict (order_id) do update set
    cancel_reason = excluded.cancel_reason, cancel_text = excluded.cancel_text;
end
$$;
comment on function private.save_cancellation(public.orders, jsonb) is
  'Cancels an order with the reason of its customer, and logs both. Refuses an invalid reason.';

-- Security definer: customers have no right to any table.
create function public.cancel_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('cancel', p, array['id', 'version', 'reason', 'text']);
end
$$;
grant execute on function public.cancel_order(jsonb) to anon, authenticated;
comment on function public.cancel_order(jsonb) is
  'Cancels an order that is not booked, and saves why: {id, token or code, version, reason, text?}.';
