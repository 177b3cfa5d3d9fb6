/*
 * What the desk does when tables of the shop and of the admin change: all of its triggers on them.
 */

-- The stage of an order: staged-orders.sql.
create trigger note_staged_order after insert or delete on public.orders
  for each row execute function private.note_staged_order();
create trigger note_changed_order after update on public.orders
  for each row when ((new.status, new.total, new.phone_key) is distinct from (old.status, old.total, old.phone_key))
  execute function private.note_staged_order();
create trigger forget_stages after truncate on public.orders
  for each statement execute function private.forget_stages();
create trigger note_stage_change after insert on private.order_audit
  for each row when (new.actor = 'customer') execute function private.note_stage_change();
create trigger note_stage_change after insert or update or delete on private.acts_seen
  for each row execute function private.note_stage_change();

-- Whether an order is above a limit: marks.sql. Only place_order() saves a client.
create trigger mark_new_order after insert on private.order_clients
  for each row execute function private.mark_new_order();
create trigger mark_new_phone after update on public.orders
  for each row when (new.phone_key <> old.phone_key and current_setting('shop.actor', true) = 'customer')
  execute function private.mark_new_phone();

-- What customers said: confirmation.sql.
create trigger save_yes after update of used_for on private.confirm_codes
  for each row when (old.used_at is null and new.used_for <> 'cancel') execute function private.save_yes();

-- What admins and customers are told of: outbox.sql. A change of status has an entry of its own.
create trigger write_outbox after insert on private.order_audit
  for each row when (new.actor = 'customer' and not new.after ? 'status')
  execute function private.write_outbox();
create trigger write_outbox after insert on private.order_clients
  for each row execute function private.write_outbox();
create trigger write_outbox after insert on private.help_requests
  for each row execute function private.write_outbox();
create trigger write_outbox after insert on private.contact_messages
  for each row execute function private.write_outbox();
create trigger write_step after update on public.orders
  for each row when (old.status is distinct from new.status and new.status in ('shipped', 'delivered'))
  execute function private.write_step();
create trigger write_build after insert or update or delete on private.pauses
  for each row execute function private.write_build();
