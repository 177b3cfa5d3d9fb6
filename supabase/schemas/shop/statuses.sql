/*
 * The statuses of an order, and what each means. docs/changing.md says what a new one needs.
 */

create type public.order_status as enum (
  'pending', 'processing', 'shipped', 'delivered', 'cancelled'
);
comment on type public.order_status is 'The statuses of an order, in the order of its way.';

create function private.is_open(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('pending', 'processing')
$$;
comment on function private.is_open(public.order_status) is
  'Whether an order with this status was not sent yet. What is neither open nor final is on its way.';

create function private.open_statuses() returns public.order_status[]
language sql stable set search_path = '' as $$
  select array(
    select status from unnest(enum_range(null::public.order_status)) as status
    where private.is_open(status)
  )
$$;
comment on function private.open_statuses() is
  'The statuses of open orders, for a condition that an index serves.';

create function private.is_final(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('delivered', 'cancelled')
$$;
comment on function private.is_final(public.order_status) is
  'Whether nothing of an order with this status is sent any more.';

create function private.counts_as_revenue(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status <> 'cancelled'
$$;
comment on function private.counts_as_revenue(public.order_status) is
  'Whether the total of an order with this status is revenue.';
