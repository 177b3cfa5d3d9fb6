/*
 * Texts as they are saved: cleaned, and refused where they are blank or too long.
 *
 * src/kit/text.ts and src/order/phone.ts do the same in the browser. tests/parity and the tables
 * of cases in tests/support compare both.
 */

create function private.without_marks(typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(typed, '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F]', '', 'g')
$$;
comment on function private.without_marks(text) is
  'A text without marks of direction and of line breaks, which keyboards add unseen and which can disguise a name. Urdu
words need U+200C and U+200D.';

create function private.clean_text(typed text) returns text
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

create function private.clean_lines(typed text) returns text
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

create function private.clean_code(typed text) returns text
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

create function private.phone_digits(phone text) returns text
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

create function private.phone_key(phone text) returns text
language sql immutable set search_path = '' as $$
  select right(private.phone_digits(phone), 10)
$$;
comment on function private.phone_key(text) is
  'The last ten digits of the national number: decides whether two phones are the same.';

create function private.is_phone(cleaned text) returns boolean
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
