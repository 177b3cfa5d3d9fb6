/*
 * Notes of admins on an order. No customer sees them.
 */

create table private.order_notes (
  id bigint generated always as identity primary key,
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  note text not null
);
create index order_notes_order_id_idx on private.order_notes (order_id);

comment on table private.order_notes is 'What admins noted about an order. No customer sees it.';

alter table private.order_notes enable row level security;
create policy "Nobody reads the notes on orders through the API" on private.order_notes
  for all using (false);

create function private.erase_order_notes(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.order_notes where order_id = any (ids)
$$;
comment on function private.erase_order_notes(text[]) is 'Deletes the notes about erased orders.';

create function private.note_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.check_request(asked, 16384, array['id', 'note']);
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = asked ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased');
  end if;
  insert into private.order_notes (order_id, actor_id, note)
  values (o.id, auth.uid(), private.clean_note('note', asked -> 'note', 1000));
  return jsonb_build_object('id', o.id, 'ok', true);
end
$$;
comment on function private.note_row(jsonb) is 'Adds a note to an order: {id, note}.';

create function private.delete_note_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  gone private.order_notes;
begin
  perform private.check_request(asked, 1024, array['id', 'note']);
  -- Locked, so that erasing it finds the note in the act.
  perform from public.orders where id = asked ->> 'id' for share;
  delete from private.order_notes
  where order_id = asked ->> 'id' and to_jsonb(order_notes.id) = asked -> 'note' returning * into gone;
  return jsonb_build_object('id', asked -> 'id', 'ok', true)
    || case when gone.id is null then '{}' else jsonb_build_object('before', jsonb_build_object('note', to_jsonb(gone))) end;
end
$$;
comment on function private.delete_note_row(jsonb) is 'Deletes the note with the id {note} of order {id}.';

create function private.restore_note(former jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  insert into private.order_notes overriding system value
  select * from jsonb_populate_record(null::private.order_notes, former -> 'note')
  returning jsonb_build_object('id', order_id, 'ok', true)
$$;
comment on function private.restore_note(jsonb) is 'Adds a deleted note again, as it was.';
