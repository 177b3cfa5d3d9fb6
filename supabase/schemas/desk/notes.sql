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

-- Security definer: notes cannot be read through the API.
create function public.admin_delete_note(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.order_notes as saved
  where saved.order_id = p ->> 'id' and to_jsonb(saved.id) = p -> 'note';
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'notes', coalesce((select notes from private.order_pages where id = p ->> 'id'), '[]')
  ));
end
$$;
grant execute on function public.admin_delete_note(jsonb) to authenticated;
comment on function public.admin_delete_note(jsonb) is
  'Deletes the note with the id {note} of order {id} for good, and returns its notes, for admins.';
