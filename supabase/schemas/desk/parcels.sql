/*
 * Parcels, what happened to them, and the courier's money: docs/desk-rules.md, section 22. A parcel is one sending of
 * an order and its booking: an order that no courier has has no current one. At most one is current: the newest, until
 * the order is sent again. Amounts are in minor units.
 */

create type private.parcel_state as enum (
  'booked', 'handed_over', 'out_for_delivery', 'attempt_failed', 'returning', 'returned', 'received_back',
  'delivered', 'lost', 'cancelled'
);
comment on type private.parcel_state is
  'The states of a parcel. Those before delivered stand in the order of the way there and back.';

create table private.statements (
  id bigint generated always as identity primary key,
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  number text,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  file_name text not null,
  dated date check (isfinite(dated)),
  net bigint,
  applied_at timestamptz not null default now(),
  applied_by uuid,
  undone_at timestamptz,
  in_bank_at timestamptz,
  written_number text,
  replaces bigint,
  taken_back jsonb,
  numbered jsonb
);
create unique index statements_number_idx on private.statements (courier, number)
  where undone_at is null and number is not null;
create unique index statements_digest_idx on private.statements (courier, digest) where undone_at is null;

comment on table private.statements is 'Files of couriers that were applied.';
comment on column private.statements.digest is 'SHA-256 of the lines, whatever the file is called.';
comment on column private.statements.net is 'What the file says that it pays.';
comment on column private.statements.written_number is 'The number as the file writes it.';
comment on column private.statements.replaces is 'The id of the file in whose place it is.';
comment on column private.statements.numbered is
  'The parcels that have their numbers from it, with what they are since: {parcel: version}.';
comment on column private.statements.taken_back is
  'Its states, amounts and numbers, by the ids of parcels, where another file took its place: undoing that one brings them
back.';

alter table private.statements enable row level security;
create policy "Nobody reads the statements through the API" on private.statements for all using (false);

create function private.number_key(tracking_number text) returns text
language sql immutable set search_path = '' as $$
  select upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g'))
$$;
comment on function private.number_key(text) is
  'A tracking number as it is compared: files and scanners add and leave out spaces and hyphens.';

create table private.parcels (
  id bigint generated always as identity primary key,
  order_id text not null references public.orders (id) on delete cascade,
  nth integer not null,
  is_current boolean not null default true,
  courier text check (courier ~ '^[a-z0-9-]{1,40}$'),
  tracking_number text,
  state private.parcel_state not null,
  to_collect bigint not null check (to_collect >= 0),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  damaged boolean not null default false,
  booked_at timestamptz not null,
  handed_over_at timestamptz,
  state_at timestamptz not null,
  ended_at timestamptz,
  paid bigint not null default 0,
  delivered_on date generated always as (case when state = 'delivered' then private.shop_day(ended_at) end) stored,
  outcome text check (outcome in ('returned', 'refused')),
  unique (order_id, nth)
);
create unique index parcels_current_idx on private.parcels (order_id) where is_current;
create index parcels_number_idx on private.parcels (private.number_key(tracking_number));
create index parcels_handed_over_idx on private.parcels (handed_over_at) include (to_collect)
  where handed_over_at is not null;
create index parcels_on_the_road_idx on private.parcels (state, state_at) include (to_collect)
  where state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning');
create index parcels_came_back_idx on private.parcels (ended_at) where state in ('returned', 'received_back');
create index parcels_unpaid_idx on private.parcels (delivered_on) include (to_collect, paid)
  where paid < to_collect and delivered_on is not null;
create index parcels_lost_idx on private.parcels (ended_at) where state = 'lost';
create index parcels_paid_early_idx on private.parcels (id) include (to_collect, paid)
  where state <> 'delivered' and paid <> 0;

comment on table private.parcels is 'Sendings of orders.';
comment on column private.parcels.is_current is
  'Whether courier, number and status of the order are those of this parcel. An order without one is not booked.';
comment on column private.parcels.to_collect is 'The cash of the order when the parcel was handed over.';
comment on column private.parcels.reason is 'Why a delivery failed or the parcel came back.';
comment on column private.parcels.outcome is 'How its delivery failed, where that cancelled the order.';
comment on column private.parcels.ended_at is
  'When it was delivered, came back, was lost or cancelled. What comes back keeps the moment of its return.';
comment on column private.parcels.paid is 'The sum of its cash in files.';

alter table private.parcels enable row level security;
create policy "Nobody reads the parcels through the API" on private.parcels for all using (false);

create function private.erase_parcels(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcels set tracking_number = null
  where order_id = any (ids) and tracking_number is not null
$$;
comment on function private.erase_parcels(text[]) is 'Erases the tracking numbers of erased orders.';

create table private.parcel_events (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references private.parcels (id) on delete cascade,
  state private.parcel_state not null,
  at timestamptz not null,
  source text not null check (source in ('admin', 'statement')),
  statement_id bigint references private.statements (id),
  word text,
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  before jsonb
);
create index parcel_events_parcel_id_idx on private.parcel_events (parcel_id, id);
create index parcel_events_statement_id_idx on private.parcel_events (statement_id)
  where statement_id is not null;

comment on table private.parcel_events is 'What happened to parcels, as far as they changed their state.';
comment on column private.parcel_events.at is 'When it happened, as the courier''s file says.';
comment on column private.parcel_events.word is 'The status in the words of the courier.';
comment on column private.parcel_events.before is
  'What parcel and order were before, to undo it. Null where nothing undoes it.';

alter table private.parcel_events enable row level security;
create policy "Nobody reads what happened to parcels through the API" on private.parcel_events
  for all using (false);

create function private.erase_parcel_events(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcel_events as event set word = null
  from private.parcels as p
  where p.id = event.parcel_id and p.order_id = any (ids) and event.word is not null
$$;
comment on function private.erase_parcel_events(text[]) is 'Erases the words of couriers about erased orders.';

create table private.money_lines (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references private.parcels (id) on delete cascade,
  statement_id bigint not null references private.statements (id),
  kind text not null check (kind in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')),
  amount bigint not null,
  dated date not null check (isfinite(dated))
);
create index money_lines_parcel_id_idx on private.money_lines (parcel_id);
create index money_lines_statement_id_idx on private.money_lines (statement_id, parcel_id);
create index money_lines_kept_idx on private.money_lines (dated) include (kind, amount) where kind <> 'cash';

comment on table private.money_lines is
  'Amounts of parcels in files. What the courier keeps is negative. A file that is undone has none.';
comment on column private.money_lines.dated is 'The day that the line names, else that of its file.';

alter table private.money_lines enable row level security;
create policy "Nobody reads the money of parcels through the API" on private.money_lines for all using (false);

create function private.cash_of(o public.orders) returns bigint
language sql stable set search_path = '' as $$
  select greatest((o.total - coalesce((
    select advance from private.order_details where order_id = o.id
  ), 0)) * 100, 0)::bigint
$$;
comment on function private.cash_of(public.orders) is 'What the courier collects for an order, in minor units.';

create index order_details_advance_idx on private.order_details (order_id) where advance > 0;
