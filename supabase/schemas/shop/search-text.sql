/*
 * What the search of the admin's lists compares: texts with one form of each letter, names by their sound, and
 * cities by all their names.
 */

create table private.city_names (
  folded text primary key,
  name text not null
);

comment on table private.city_names is
  'What people type for a city, and what the shop calls it: src/order/address/cities.json. A name of two cities
has no row.';

alter table private.city_names enable row level security;
create policy "Nobody reads the names of cities through the API" on private.city_names
  for all using (false);

create function private.fold_letters(typed text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- One form of each letter of Arabic and Urdu keyboards, and no vowel marks.
  select lower(private.fold_digits(regexp_replace(
    translate(typed, 'يىئكهةۀۂھأإآؤ', 'یییکہہہہہاااو'),
    '[\u064B-\u065F\u0670\u0640\u200B-\u200F]+', '', 'g'
  )))
$$;
comment on function private.fold_letters(text) is
  'A text in small letters, with one form of each Arabic or Urdu letter and with ASCII digits.';

create function private.sounds_of(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- Consonants, whichever script and spelling they have. A first vowel is "a", others are left out, and so is an
  -- "h" that is not the first letter.
  select coalesce(string_agg(distinct 'Q' || upper(regexp_replace(
    regexp_replace(left(letters, 1), '[aeiou]', 'a')
      || regexp_replace(substr(letters, 2), '[aeiouyhvw]', '', 'g'),
    '(.)\1+', '\1', 'g'
  )) || 'Q', ' '), '')
  from regexp_split_to_table(name, '[^[:alpha:]]+') as word, lateral (
    select translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(
        translate(
          private.fold_letters(word),
          'اعءبپتٹطثسصجچحہخدڈذزضظژرڑشغگفقکلمنںویے',
          'aaabptttsssjchhkddzzzzzrrxggfkklmnnvyy'
        ),
        'sh', 'x'), 'ch', 'c'), 'kh', 'k'), 'gh', 'g'), 'th', 't'), 'ph', 'f'), 'zh', 'z'), 'dh', 'd'), 'bh', 'b'),
      'q', 'k'
    ) as letters
  ) as folded
  where length(word) >= 2
$$;
comment on function private.sounds_of(text) is
  'What the words of a name sound like: the same for Ayesha, Aysha and عائشہ. In capital letters, which no folded text
has, and each between two marks, so that it is found as a whole.';

create function private.search_patterns(term text) returns text[]
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
