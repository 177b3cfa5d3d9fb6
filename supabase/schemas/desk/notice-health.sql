/*
 * Whether notices stand still, and why: the program that sends them is not called, its keys are refused, or no target
 * takes them.
 */

create function private.outbox_failure() returns text
language plpgsql stable set search_path = '' as $$
declare
  failure text;
begin
  -- Not named in a query of its own: projects have pg_net, other databases do not.
  execute $query$
    select coalesce(error_msg, concat_ws(' ', status_code, nullif(left(content, 300), '')))
    from net._http_response
    where (error_msg is not null or status_code >= 400) and created > now() - interval '10 minutes'
    order by created desc limit 1
  $query$ into failure;
  return failure;
exception
  when undefined_table or invalid_schema_name or insufficient_privilege then
    return null;
end
$$;
comment on function private.outbox_failure() is
  'What the program that sends notices responded to pg_cron in the last ten minutes, if it failed.';

create function private.standing_notices() returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  longest constant interval := interval '5 minutes';
  claimed timestamptz;
  oldest private.outbox;
begin
  select claimed_at into claimed from private.notice_settings;
  select * into oldest from private.outbox as notice
  where ended_at is null and told = '{}' and not private.is_sent_alone(kind)
    and exists (select from private.targets_of(notice))
    -- Others wait for the end of more than five in ten minutes.
    and (claimed is null or attempts > 0)
    -- One that is being sent.
    and not (unreported and claimed_at > now() - interval '1 minute')
  order by at, id limit 1;

  if claimed < now() - longest and exists (select from private.notice_targets) then
    return jsonb_build_object('stoppedAt', claimed, 'reason', private.outbox_failure());
  elsif oldest.at < now() - longest then
    return jsonb_build_object('stoppedAt', oldest.at, 'reason', coalesce(
      (select max(failure) from private.targets_of(oldest)), private.outbox_failure()
    ));
  end if;
  return null;
end
$$;
comment on function private.standing_notices() is
  'Since when nothing is told, and the reason where it is known, as {stoppedAt, reason}: nothing called claim_notices() for
five minutes, which pg_cron has called each minute, or no target took the oldest notice. Null while notices go out.';
