/*
 * The outbox: what the admin is told although no page of the admin is open. An act writes one row in its own
 * transaction. claim_notices() and report_notices() empty it, apart from any act: the program that sends
 * (supabase/functions/outbox) calls them with the service role, which the host gives to such programs only.
 *
 * A claim is a lease: what it took comes again after 1, 5 and then every 30 minutes, until every target was told.
 * So each notice is sent at least once, and its tag lets a device show it once. A notice has no personal data.
 */

create table private.notice_settings (
  only_row boolean primary key default true check (only_row),
  vapid_public text,
  vapid_private text,
  claimed_at timestamptz
);
insert into private.notice_settings default values;

comment on table private.notice_settings is
  'The keys of Web Push, which the sending program makes at its first claim, and when it last claimed.';

alter table private.notice_settings enable row level security;
create policy "Nobody reads the settings of notices through the API" on private.notice_settings
  for all using (false);

create table private.notice_targets (
  id uuid primary key default gen_random_uuid(),
  way text not null check (way in ('push', 'build')),
  -- Of a build hook only the program that sends knows it: whoever has it can start builds.
  url text check (url ~ '^https://[^/\s@]+/\S*$' and length(url) <= 1000),
  p256dh text check (p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  name text not null default '' check (length(name) <= 100),
  user_id uuid references private.store_admins (user_id) on delete cascade,
  added_at timestamptz not null default now(),
  told_at timestamptz,
  failure text,
  failed_at timestamptz,
  order_id text references public.orders (id) on delete cascade,
  unique nulls not distinct (url, order_id),
  check (way <> 'push' or (p256dh is not null and auth is not null and num_nonnulls(user_id, order_id) = 1)),
  check ((way = 'build') = (url is null))
);
create index notice_targets_user_idx on private.notice_targets (user_id);
create index notice_targets_order_idx on private.notice_targets (order_id) where order_id is not null;

comment on table private.notice_targets is
  'Where notices are sent by Web Push: devices of admins, and of customers, which are told of the steps of one order;
and the build hook of the host. A device goes with its admin or its order.';

alter table private.notice_targets enable row level security;
create policy "Nobody reads where notices are sent through the API" on private.notice_targets
  for all using (false);

create function private.erase_notice_targets(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.notice_targets where order_id = any (ids)
$$;
comment on function private.erase_notice_targets(text[]) is 'Deletes the browsers that are told of erased orders.';

create table private.outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (
    kind in (
      'order', 'cancelled', 'changed', 'help', 'message', 'limit', 'several', 'digest', 'test', 'step', 'build'
    )
  ),
  subject text not null default '',
  counts jsonb,
  amount numeric(12,2),
  told uuid[] not null default '{}',
  attempts smallint not null default 0,
  claimed_at timestamptz,
  unreported boolean not null default false,
  next_at timestamptz not null default now(),
  ended_at timestamptz
);
create index outbox_open_idx on private.outbox (next_at) where ended_at is null;
create index outbox_claimed_idx on private.outbox (claimed_at) where claimed_at is not null;
create unique index outbox_build_idx on private.outbox (kind)
  where kind = 'build' and attempts = 0 and ended_at is null;

comment on table private.outbox is 'What is to be told, and to whom it was. Rows go after a week.';
comment on column private.outbox.subject is
  'The id of an order or a message, the mark of a limit, the target of a test; nothing for several.';
comment on column private.outbox.counts is 'How many acts of each kind a notice of several tells.';
comment on column private.outbox.amount is 'The rupees of all new orders that a notice of several tells.';
comment on column private.outbox.unreported is
  'It was claimed, and what came of it is not known. It may have been shown, so it goes out under its own tag again.';
comment on column private.outbox.told is 'The targets that were told, or that can never be.';

alter table private.outbox enable row level security;
create policy "Nobody reads the outbox through the API" on private.outbox
  for all using (false);

create function private.write_outbox() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  case tg_table_name
    when 'order_audit' then
      insert into private.outbox (kind, subject)
      values (case when new.after ? 'cancelReason' then 'cancelled' else 'changed' end, new.order_id);
    when 'order_clients' then
      insert into private.outbox (kind, subject) values ('order', new.order_id);
    when 'help_requests' then
      insert into private.outbox (kind, subject) values ('help', new.order_id);
    when 'contact_messages' then
      insert into private.outbox (kind, subject) values ('message', new.id);
    when 'marked_orders' then
      -- Once for a group that waits for a decision, without a lock that its orders would share.
      insert into private.outbox (kind, subject)
      select 'limit', new.mark
      where not exists (
        select from private.marked_orders as other
        where other.mark = new.mark and other.group_key = new.group_key
          and other.ended_at is null and other.order_id <> new.order_id
      );
  end case;
  return null;
end
$$;
comment on function private.write_outbox() is
  'Writes what a customer did to the outbox, in the same transaction.';

create trigger write_outbox after insert on private.marked_orders
  for each row execute function private.write_outbox();

create function private.write_step() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.outbox (kind, subject)
  select 'step', new.id where exists (select from private.notice_targets where order_id = new.id);
  return null;
end
$$;
comment on function private.write_step() is
  'Writes to the outbox that an order was sent or has arrived, where its customer wants to be told.';

create function private.write_build() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.notice_targets where way = 'build') then
    return null;
  end if;
  -- The next build has what one that failed would have had.
  delete from private.outbox where kind = 'build' and attempts > 0 and ended_at is null;
  -- Hosts count builds. Open pages read pauses themselves.
  insert into private.outbox (kind, next_at)
  select 'build', greatest(
    now() + interval '2 minutes',
    (select told_at + interval '12 hours' from private.notice_targets where way = 'build')
  )
  on conflict (kind) where kind = 'build' and attempts = 0 and ended_at is null
  -- This locks it, so no claim takes it before the pause can be read.
  do update set at = now();
  return null;
end
$$;
comment on function private.write_build() is
  'Writes to the outbox that the site is to be built, once for all pauses that change within two minutes, and at most
once in twelve hours.';
