-- Whether an order waits for a reply is its stage alone (docs/product.md, rule 21.70).
-- In plpgsql, which caches its plans: every row of the queue calls it.
create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when packed.is_held then 'held'
        when packed.said_yes then 'confirmed'
        when packed.is_known then 'known'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', tried.said_by,
      'reason', tried.reason,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(case act when 'yes' then actor end order by at desc, id desc)
          filter (where act in ('yes', 'reset')))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act in ('hold', 'resume')))[1] as reason
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known,
unreached (three times no answer, which waits for the admin''s decision) or open. That it waits for a reply is its stage.';