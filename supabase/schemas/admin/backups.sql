/* When the shop was backed up: written by the command that makes a backup, with the rights of the database. */

create table private.backups (
  made_at timestamptz primary key,
  counted jsonb not null
);

comment on table private.backups is 'Backups that were proved to be whole.';
comment on column private.backups.counted is 'How many rows and orders it has: {rows, orders}.';

alter table private.backups enable row level security;
create policy "Nobody reads the backups through the API" on private.backups for all using (false);
