/*
 * The normal form is made last. A mark that turns the reading order may stand between a letter and its
 * accent: taken away after the normal form was made, it left the two apart, and cleaning the same
 * text again would have changed it once more. What the browser has cleaned must stay as it is here.
 */
create or replace function private.clean_text(typed text) returns text
language sql immutable set search_path = '' as $$
  select btrim(normalize(regexp_replace(
    -- Marks that turn the reading order around, and so can disguise a name.
    regexp_replace(typed, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
    -- Controls, line ends and the spaces of other scripts.
    '[\u0001-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+',
    ' ', 'g'
  ), nfc))
$$;
