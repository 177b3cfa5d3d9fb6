-- Every message to a customer has a text of the admin's, is noted, and has no brace that nothing is filled into.

alter table private.told_messages
  drop constraint told_messages_kind_check,
  add constraint told_messages_kind_check check (kind in (
    'confirm', 'preparing', 'replacement', 'shipped', 'failed', 'delivered', 'cancelled', 'help', 'other'
  ));
alter table private.message_templates
  drop constraint message_templates_kind_check,
  add constraint message_templates_kind_check check (kind in (
    'confirm', 'preparing', 'replacement', 'shipped', 'failed', 'delivered', 'cancelled', 'help'
  ));

create or replace function private.unknown_braces(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select match[1] from regexp_matches(
      regexp_replace(text, '\{(name|shop|id|sum|courier|number|link|reason|replaced)\}', '', 'g'),
      '([{｛﹛][^{}｛｝﹛﹜]*[}｝﹜]|[{}｛｝﹛﹜])', 'g'
    ) as match
  )
$$;

comment on function private.unknown_braces(text) is
  'The braces of a message, of any width, that nothing is filled into. As unknownBraces() in the browser.';

-- Security definer: the API writes no table.
create or replace function public.admin_save_template(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  unknown constant text[] := private.unknown_braces(p ->> 'text');
begin
  perform private.require_admin();
  perform private.check_request(p, 8192, array['kind', 'language', 'text']);
  if cardinality(unknown) > 0 then
    perform private.refuse('unknown_braces', 'text', 422, jsonb_build_object('braces', to_jsonb(unknown)));
  end if;
  if p -> 'text' = 'null' then
    delete from private.message_templates
    where kind = p ->> 'kind' and language = p ->> 'language';
  else
    insert into private.message_templates (kind, language, text)
    values (p ->> 'kind', p ->> 'language', private.clean_note('text', p -> 'text', 1000))
    on conflict (kind, language) do update set text = excluded.text;
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_save_template(jsonb) to authenticated;

comment on function public.admin_save_template(jsonb) is
  'Saves the text of a message for admins: {kind, language, text}. Null brings the text of the shop back. Refuses a
text with unknown braces, which are named.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object(
          'endReason', details.end_reason, 'confirmation', private.confirmation_json(o),
          'reasons', (select reasons from private.packable where id = o.id),
          'told', (select told from private.order_pages where id = o.id)
        )
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with confirmation, the reason of a
cancellation and the messages to their customers. For admins.';