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
