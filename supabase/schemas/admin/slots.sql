/* Slots in the admin that the desk fills: schemas/shop/slots.sql. */

create function private.desk_of_rows(ids text[]) returns table (id text, beside jsonb)
language sql stable set search_path = '' as $$
  select o.id, jsonb_build_object('booked', private.is_booked(o)) || '{
    "courier": null, "marks": [], "reasons": [], "stage": null, "confirmation": null, "outcome": null, "replacedBy": null
  }'
  from public.orders as o where o.id = any (ids)
$$;
comment on function private.desk_of_rows(text[]) is
  'Slot: whether each of these orders is booked, and what its row in the list has beside the order.';

create view private.desk_of_whole_orders as
  select id, jsonb '{
    "confirmation": {"state": "open", "by": null, "reason": null, "noAnswers": 0}, "reasons": [], "stage": null,
    "isLost": false, "told": {"messages": [], "language": null}
  }' as beside from public.orders;
comment on view private.desk_of_whole_orders is 'Slot: what each order in full has beside itself, where many are read.';

create function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select beside from private.desk_of_whole_orders where id = o.id) || '{
    "couriers": [], "marks": [], "notes": [], "attempts": [],
    "sameCustomer": [], "sameCustomerCount": 0, "joined": {"into": null, "from": []}, "parcels": [], "replacedBy": null
  }';
end
$$;
comment on function private.desk_of_page(public.orders) is 'Slot: what the page of an order has beside the order.';

create function private.desk_of_list() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  return '{"couriers": []}';
end
$$;
comment on function private.desk_of_list() is
  'Slot: brings up to date what orders are filtered by, and says what the list has beside its rows.';

create function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  return '{"stages": {}, "nextDueAt": null, "toDecide": 0, "leases": {}}';
end
$$;
comment on function private.desk_of_stages() is
  'Slot: brings the stages of orders up to date, and says what admin_stages() does of them.';

create function private.desk_of_counts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{}';
end
$$;
comment on function private.desk_of_counts() is 'Slot: what is counted beside the orders of each status.';

create function private.desk_of_dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{}';
end
$$;
comment on function private.desk_of_dashboard() is 'Slot: what the dashboard has beside its figures.';

create function private.desk_is_queue(filter jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse('unknown_filter', (select left(min(key), 40) from jsonb_object_keys(filter) as key), 400);
  return false;
end
$$;
comment on function private.desk_is_queue(jsonb) is
  'Slot: whether a list with this filter begins with the oldest order. Refuses a filter that is not known: without it
the list would show every order.';

create function private.desk_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' as $$
begin
  return;
end
$$;
comment on function private.desk_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'Slot: the orders that a filter lets through, nearest to the cursor first.';

create function private.desk_erases_former(o_id text, until timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;
comment on function private.desk_erases_former(text, timestamptz) is
  'Slot: erases what is noted beside an order of its former customer, until it was corrected to another.';

create function private.desk_folds() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;
comment on function private.desk_folds() is 'Slot: folds the figures of the desk, whenever the totals are folded.';

create function private.desk_recounts() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;
comment on function private.desk_recounts() is 'Slot: computes the figures of the desk again, with the totals.';

create function private.desk_forgets() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;
comment on function private.desk_forgets() is 'Slot: deletes what the desk keeps for a while, with the retention time.';

create function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;
comment on function private.desk_forgets_devices() is 'Slot: forgets the devices of the calling admin.';

create function private.desk_does(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  return case act when 'book' then private.each_row('private.set_status_row', rows) end;
end
$$;
comment on function private.desk_does(text, jsonb) is
  'Slot: does an act with these rows, and returns their results; null for an act that is not known. What undoes a row is
its "before", or its "befores" by other ids than its own.';

create function private.desk_keeps_undo(act text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;
comment on function private.desk_keeps_undo(text) is 'Slot: whether an act is undone for good, not for a week alone.';

create function private.desk_locks(own private.acts) returns text[]
language plpgsql volatile set search_path = '' as $$
begin
  return '{}';
end
$$;
comment on function private.desk_locks(private.acts) is
  'Slot: the orders that undoing an act changes beside its own. Waits where only one of a kind is undone at a time.';

create function private.desk_undoes(own private.acts) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  return '{}';
end
$$;
comment on function private.desk_undoes(private.acts) is 'Slot: undoes an act, and returns the results of its rows.';
