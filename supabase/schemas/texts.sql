/*
 * Texts as they are saved: cleaned, and refused where they are blank or too long.
 *
 * src/kit/text.ts and src/order/phone.ts do the same in the browser. tests/parity and the tables
 * of cases in tests/support compare both.
 */

create function private.clean_text(typed text) returns text
language sql immutable set search_path = '' as $$
  -- The normal form is made last: a bidirectional mark can separate a letter from its accent, and
  -- cleaning a cleaned text must not change it.
  select btrim(normalize(regexp_replace(
    -- Bidirectional marks, which can disguise a name.
    regexp_replace(typed, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    -- Controls, line ends and the spaces of other scripts.
    '[\u0001-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+',
    ' ', 'g'
  ), nfc))
$$;
comment on function private.clean_text(text) is
  'One line in Unicode normal form C, without bidirectional marks, trimmed.';

create function private.clean_lines(typed text) returns text
language sql immutable set search_path = '' as $$
  -- Like private.clean_text(), line by line, but without the normal form: it takes a second to make
  -- for thousands of combining marks in a row.
  select btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(typed, '\r\n|[\r\u2028\u2029]', E'\n', 'g'),
          '[\u202A-\u202E\u2066-\u2069]', '', 'g'
        ),
        '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\uFEFF]+',
        ' ', 'g'
      ),
      ' *\n *', E'\n', 'g'
    ),
    E' \n'
  )
$$;
comment on function private.clean_lines(text) is
  'Text of several lines, without bidirectional marks, trimmed.';

create function private.is_blank(cleaned text) returns boolean
language sql immutable set search_path = '' as $$
  -- Characters that print nothing. Some are valid inside Urdu words, but not alone.
  select cleaned ~ ('^[ \u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
    || '\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]*$')
$$;
comment on function private.is_blank(text) is 'Whether a cleaned text has no visible character.';

create function private.fold_digits(typed text) returns text
language sql immutable set search_path = '' as $$
  select translate(typed, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９', '012345678901234567890123456789')
$$;
comment on function private.fold_digits(text) is
  'Replaces Arabic-Indic, Urdu and full-width digits by ASCII digits.';

create function private.digits(typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(private.fold_digits(typed), '[^0-9]', '', 'g')
$$;
comment on function private.digits(text) is 'The digits of a text, as ASCII digits.';

create function private.phone_digits(phone text) returns text
language sql immutable set search_path = '' as $$
  -- The country code and the zeros before an area code are dropped only where at least nine digits
  -- are left: 092 is an area code too.
  select regexp_replace(
    regexp_replace(private.digits(coalesce(phone, '')), '^0*92(?=0?[0-9]{9})', ''),
    '^0+(?=[0-9]{9})', ''
  )
$$;
comment on function private.phone_digits(text) is
  'The digits of a phone without the country code of Pakistan and the zeros before an area code.';

create function private.phone_key(phone text) returns text
language sql immutable set search_path = '' as $$
  select right(private.phone_digits(phone), 10)
$$;
comment on function private.phone_key(text) is
  'The last ten digits of the national number: decides whether two phones are the same.';

create function private.clean_field(
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
  cleaned := private.clean_text(typed #>> '{}');
  if private.is_blank(cleaned) then
    if required then
      perform private.refuse('required', field);
    end if;
    return null;
  end if;
  if field in ('phone', 'secondPhone', 'postalCode') then
    cleaned := private.fold_digits(cleaned);
  end if;
  if length(cleaned) > max_length then
    perform private.refuse('too_long', field);
  end if;
  if field in ('phone', 'secondPhone') and length(private.digits(cleaned)) not between 10 and 15 then
    perform private.refuse('phone_invalid', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_field(text, jsonb, integer, boolean) is
  'A text of one line as it is saved, null where it is blank. Refuses a long one, an invalid phone, and a blank
one where it is required.';

create function private.clean_note(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text;
begin
  if jsonb_typeof(typed) is distinct from 'string' then
    perform private.refuse('required', field);
  end if;
  -- Before it is cleaned, which is slow for a long text.
  if length(typed #>> '{}') > 10000 then
    perform private.refuse('too_long', field);
  end if;
  cleaned := private.clean_lines(typed #>> '{}');
  if private.is_blank(translate(cleaned, E'\n', ' ')) then
    perform private.refuse('required', field);
  end if;
  if length(cleaned) > max_length then
    perform private.refuse('too_long', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_note(text, jsonb, integer) is
  'A text of several lines as it is saved. Refuses a blank or long one.';
