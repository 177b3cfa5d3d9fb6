-- Marks that nobody sees leave names, codes and numbers, and phones that nobody can call are refused.

create or replace function private.without_marks(typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(typed, '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]', '', 'g')
$$;

comment on function private.without_marks(text) is
  'A text without marks of direction and of line breaks, which keyboards add unseen and which can disguise a name. Urdu
words need U+200C and U+200D.';

create or replace function private.clean_text(typed text) returns text
language sql immutable set search_path = '' as $$
  -- The normal form is made last: a mark can separate a letter from its accent, and cleaning a cleaned text must not
  -- change it.
  select btrim(normalize(regexp_replace(
    private.without_marks(typed),
    -- Controls, line ends and the spaces of other scripts.
    '[\u0001-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+',
    ' ', 'g'
  ), nfc))
$$;

comment on function private.clean_text(text) is
  'One line in Unicode normal form C, without marks that nobody sees, trimmed.';

create or replace function private.clean_lines(typed text) returns text
language sql immutable set search_path = '' as $$
  -- Like private.clean_text(), line by line, but without the normal form: it takes a second to make
  -- for thousands of combining marks in a row.
  select btrim(
    regexp_replace(
      regexp_replace(
        private.without_marks(regexp_replace(typed, '\r\n|[\r\u2028\u2029]', E'\n', 'g')),
        '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\uFEFF]+',
        ' ', 'g'
      ),
      ' *\n *', E'\n', 'g'
    ),
    E' \n'
  )
$$;

comment on function private.clean_lines(text) is
  'Text of several lines, without marks that nobody sees, trimmed.';

create or replace function private.clean_code(typed text) returns text
language sql immutable set search_path = '' as $$
  select private.fold_digits(private.clean_text(regexp_replace(
    typed,
    -- The characters of Unicode's category Cf, which Postgres has no name for.
    '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064'
      || '\u2066-\u206F\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
      || '\U0001D173-\U0001D17A\U000E0001\U000E0020-\U000E007F]',
    '', 'g'
  )))
$$;

comment on function private.clean_code(text) is
  'A code or a number on one line: ASCII digits, and no character that only formats text.';

create or replace function private.phone_digits(phone text) returns text
language sql immutable set search_path = '' as $$
  -- The country code and the zeros before an area code are dropped only where at least nine digits
  -- are left: 092 is an area code too. Autofill adds the code to a number that has it.
  select regexp_replace(
    regexp_replace(
      private.digits(coalesce(phone, '')), '^(0*92)+(?=0?3[0-9]{9}$)|^0*92(?=0?[0-9]{9})', ''
    ),
    '^0+(?=[0-9]{9})', ''
  )
$$;

comment on function private.phone_digits(text) is
  'The digits of a phone without the country code of Pakistan and the zeros before an area code.';

create or replace function private.is_phone(cleaned text) returns boolean
language sql immutable set search_path = '' as $$
  select length(dialled) between 10 and 15
    -- A letter, not as in "Tel: 0300…" but between digits, or the fraction that a spreadsheet gives a number.
    and cleaned !~ ('[0-9][^0-9]*[A-Za-z\u00C0-\u060B\u060D-\u06D3\u06D5-\u1FFF\u2C00-\uFEFF\uFF21-\uFFDC][^0-9]*[0-9]'
      || '|^[^.,]*[.,][0-9]{1,2}$')
    and (
      dialled !~ '^((00)?920?|0)3' or dialled ~ '^((00)?920?|0)3[0-9]{9}$'
      -- Ten digits without a prefix may be a landline of 0923.
      or length(dialled) = 10 and dialled !~ '^0' and cleaned !~ '^[^0-9]*\+'
    )
  from (
    select regexp_replace(private.digits(cleaned), '^(0*92){2,}(?=0?3[0-9]{9}$)', '92') as dialled
  ) as typed
$$;

comment on function private.is_phone(text) is
  'Whether a cleaned text has 10 to 15 digits that may be a phone. One that begins as a mobile of Pakistan has the length
of one.';

create or replace function private.clean_field(
  field text, typed jsonb, max_length integer, required boolean default false
) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text;
begin
  if required and jsonb_typeof(typed) is distinct from 'string' then
    perform private.refuse('required', field);
  end if;
  -- Before normalize(), which takes seconds for a long text of combining marks. Browsers send cleaned text.
  if length(typed #>> '{}') > 1000 then
    perform private.refuse('too_long', field);
  end if;
  cleaned := case
    when field in ('phone', 'secondPhone', 'postalCode') then private.clean_code(typed #>> '{}')
    else private.clean_text(typed #>> '{}')
  end;
  if private.is_blank(cleaned) then
    if required then
      perform private.refuse('required', field);
    end if;
    return null;
  end if;
  if length(cleaned) > max_length then
    perform private.refuse('too_long', field);
  end if;
  if field in ('phone', 'secondPhone') and not private.is_phone(cleaned) then
    perform private.refuse('phone_invalid', field);
  end if;
  return cleaned;
end
$$;

comment on function private.clean_field(text, jsonb, integer, boolean) is
  'A text of one line as it is saved, null where it is blank. Refuses a long one, an invalid phone, and a blank
one where it is required.';

create or replace function private.search_patterns(term text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  escaped constant text := regexp_replace(term, '([^[:alnum:]\s])', '\\\1', 'g');
  digits text;
begin
  -- The digits of a term that may be a phone or a part of one, as private.phone_digits() begins them.
  if term ~ '^[0-9 ()+./-]+$' then
    digits := case
      -- With an international prefix: the country code of Pakistan and the zero after it are dropped.
      when term ~ '^[ (]*(\+|00)' then
        regexp_replace(regexp_replace(private.digits(term), '^00?', ''), '^(0*92){2,}0?(?=3)|^920?', '')
      -- Mobile phones begin with 3, after the country code too.
      else regexp_replace(private.digits(term), '^(0*92)+0?(?=3)|^0(?=[1-9])', '')
    end;
    if length(digits) >= 3 then
      return array[escaped || '|' || digits];
    end if;
  end if;
  -- One for each word, the longest first: an index is asked for that one.
  return array(
    select word || case when word ~ '^[[:alpha:]]{3,}$' then '|' || private.sounds_of(word) else '' end
    from regexp_split_to_table(escaped, '\s+') as word where word <> ''
    order by length(word) desc, word
  );
end
$$;

comment on function private.search_patterns(text) is
  'Regular expressions of which a text that is sought matches each: the words of a folded term, each as it is
written or as it sounds; or the digits of a phone.';

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create or replace function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  priced_total numeric;
begin
  -- That of a replacement was valid when the order was placed, and cannot be corrected there any more.
  if new.replaces is null then
    new.shipping_address := private.clean_address(new.shipping_address);
  end if;
  select priced, total into new.items, priced_total from private.price_lines(new.replaces, new.items);
  if new.total is distinct from priced_total then
    perform private.refuse('total_mismatch');
  end if;
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := private.shop_day(now()) + 7;
  new.tracking_number := null;
  new.version := 1;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  new.search_text := private.order_search_text(new);
  return new;
end
$$;

comment on function private.prepare_order() is
  'Validates a new order and sets every column that its sender does not decide, however it is inserted.';

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create or replace function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  entry jsonb := jsonb_build_object(
    'status', new.status,
    'at', now(),
    'by', coalesce(nullif(current_setting('shop.actor', true), ''), 'system')
  );
begin
  new.tracking_number := nullif(private.clean_code(new.tracking_number), '');
  new.tracking_history := old.tracking_history;
  new.version := old.version + 1;
  if (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    if new.tracking_number is distinct from old.tracking_number then
      entry := entry || jsonb_build_object('trackingNumber', new.tracking_number);
    end if;
    new.tracking_history := old.tracking_history || jsonb_build_array(entry);
  end if;

  -- A courier's page shows name and phone for a tracking number, so it is erased with the address.
  if private.is_erased(new.shipping_address) and not private.is_erased(old.shipping_address) then
    new.tracking_number := null;
    new.tracking_history := private.history_without_numbers(new.tracking_history);
  end if;
  -- A new status alone changes none of what is searched.
  if new.status = old.status or new.tracking_number is distinct from old.tracking_number
    or new.shipping_address <> old.shipping_address then
    new.search_text := private.order_search_text(new);
  end if;
  return new;
end
$$;

comment on function private.write_order_history() is
  'Counts the version and adds a change to the history, whatever the statement sets. Erasing removes
tracking numbers.';

-- Security definer: an admin has no right to add orders.
create or replace function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(p);
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      perform private.refuse('id_taken', null, 409);
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;

  if p ? 'replaces' then
    p := private.with_replaced(p);
  elsif not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(p -> 'items');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  insert into public.orders (id, items, total, shipping_address, payment_method, replaces)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery',
    p ->> 'replaces'
  );
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id,
    landmark, second_phone, rider_note
  )
  select
    p ->> 'id', p ->> 'source', private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'), private.hash_token(p ->> 'deviceCode'), p ->> 'messageId',
    extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote'
  from (
    select case
      when p ? 'replaces' then p -> 'extras'
      else private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false)
    end as extras
  ) as cleaned;
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
  return private.respond_order(p ->> 'id') || '{"replay": false}';
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_create_order(jsonb) to authenticated;

comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message. Or a replacement: {id, token, replaces, items, total, note?}, whose items are some of that order
and cost nothing.';

create or replace function private.read_booking(o public.orders, details private.order_details, p jsonb)
returns private.booking
language plpgsql volatile set search_path = '' as $$
declare
  former constant private.order_details := details;
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    o.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    o.tracking_number :=
      nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or o.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    details.courier := p ->> 'courier';
    if details.courier is not null then
      perform private.require_courier(details.courier);
    end if;
  end if;
  details.outcome := case when o.status = 'cancelled' then details.outcome end;
  if p ? 'outcome' then
    details.outcome := p ->> 'outcome';
    if details.outcome not in ('returned', 'refused')
      or (details.outcome is not null and o.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  details.end_reason := case when o.status = 'cancelled' then details.end_reason end;
  if p ? 'endReason' then
    details.end_reason := p ->> 'endReason';
    if details.end_reason is not null and (o.status <> 'cancelled' or details.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return row(o, former, details)::private.booking;
end
$$;

comment on function private.read_booking(public.orders, private.order_details, jsonb) is
  'An order with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create or replace function private.scanned_parcels(code text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  key constant text := private.number_key(left(private.clean_code(code), 100));
  ids bigint[];
begin
  ids := array(
    select id from private.parcels where order_id = key order by is_current desc, nth desc limit 1
  );
  if ids = '{}' then
    -- Of a number that an order has again, the last parcel.
    ids := array(
      select max(id) from private.parcels
      where private.number_key(tracking_number) = key and key <> '' group by order_id limit 20
    );
  end if;
  if ids = '{}' and private.clean_code(code) ~ '^#' and length(key) between 4 and 7 then
    -- Only parcels that may come back.
    ids := array(
      select id from private.parcels
      where is_current and starts_with(order_id, key)
        and (state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning')
          or state in ('returned', 'received_back') or state = 'lost')
      order by id limit 20
    );
  end if;
  return ids;
end
$$;

comment on function private.scanned_parcels(text) is
  'The parcels of an order''s id, of a tracking number, or of "#" and how the id of an order begins.';

-- Saved before: a name with such marks was another customer. What is equal without them, with one phone, is one. The
-- triggers bring the customers together, and count a new version of these orders.
update public.orders as o set shipping_address = (
  select jsonb_object_agg(key, private.clean_text(value)) from jsonb_each_text(o.shipping_address)
)
where private.without_marks(o.shipping_address::text) <> o.shipping_address::text;

-- By their names and texts erasing finds what else is of a customer.
update private.order_audit as entry set
  before = case when jsonb_typeof(before -> 'shippingAddress') = 'object' then before || jsonb_build_object(
    'shippingAddress', (
      select coalesce(jsonb_object_agg(key, private.clean_text(value)), '{}')
      from jsonb_each_text(before -> 'shippingAddress')
    )
  ) else before end,
  after = case when jsonb_typeof(after -> 'shippingAddress') = 'object' then after || jsonb_build_object(
    'shippingAddress', (
      select coalesce(jsonb_object_agg(key, private.clean_text(value)), '{}')
      from jsonb_each_text(after -> 'shippingAddress')
    )
  ) else after end
where before ? 'shippingAddress' and (
  private.without_marks(before::text) <> before::text or private.without_marks(after::text) <> after::text
);

update private.contact_messages set
  name = private.clean_text(name), email = private.clean_text(email), subject = private.clean_text(subject)
where private.without_marks(name || email || subject) <> name || email || subject;
