/* What an admin stops selling for a while, and sells again. */

-- Security definer: an admin has no right to the table.
create function public.admin_pause(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_shop constant boolean := p ->> 'id' = '' and p ->> 'size' = '';
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'size', 'reason', 'until']);
  if not coalesce(is_shop, false) and not exists (
    select from private.catalogue_sizes where product_id = p ->> 'id' and size = p ->> 'size' and active
  ) then
    perform private.refuse('item_unknown', 'id');
  end if;
  if coalesce(jsonb_typeof(p -> 'until'), 'null') <> 'null' and (
    p ->> 'until' !~ '^\d{4}-\d\d-\d\d$'
    -- Later than in a year, a day is mistyped.
    or (p ->> 'until')::date not between private.shop_day(now()) + 1 and private.shop_day(now()) + 366
  ) then
    perform private.refuse('bad_field', 'until');
  end if;
  insert into private.pauses (product_id, size, reason, until)
  values (
    p ->> 'id', p ->> 'size', private.clean_field('reason', p -> 'reason', 100, required => true),
    (p ->> 'until')::date
  )
  on conflict (product_id, size) do update
  set reason = excluded.reason, until = excluded.until, paused_at = now();
  return private.respond(200, jsonb_build_object('ok', true, 'pauses', private.list_pauses()));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_pause(jsonb) to authenticated;
comment on function public.admin_pause(jsonb) is
  'Stops the sale of a size, or with two empty texts of everything, for admins: {id, size, reason, until?}, the day
on which it is sold again.';

-- Security definer: as public.admin_pause().
create function public.admin_resume(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'size']);
  delete from private.pauses where product_id = p ->> 'id' and size = p ->> 'size';
  return private.respond(200, jsonb_build_object('ok', true, 'pauses', private.list_pauses()));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_resume(jsonb) to authenticated;
comment on function public.admin_resume(jsonb) is 'Sells a size, or the whole shop, again: {id, size}. For admins.';
