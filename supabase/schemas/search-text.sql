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

create function private.sound_of(word text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- Consonants, whichever script and spelling they have. A first vowel is "a", others are left out, and so is an
  -- "h" that is not the first letter.
  select 'Q' || upper(regexp_replace(
    regexp_replace(left(letters, 1), '[aeiou]', 'a')
      || regexp_replace(substr(letters, 2), '[aeiouyhvw]', '', 'g'),
    '(.)\1+', '\1', 'g'
  )) || 'Q'
  from (
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
$$;
comment on function private.sound_of(text) is
  'What a name sounds like: the same for Ayesha, Aysha and عائشہ. In capital letters, which no folded text has, and
between two marks, so that it is found as a whole.';

create function private.sounds_of(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(distinct private.sound_of(word), ' '), '')
  from regexp_split_to_table(name, '[^[:alpha:]]+') as word where length(word) >= 2
$$;
comment on function private.sounds_of(text) is 'The sounds of the words of a name.';

create function private.names_of_city(city text) returns text
language sql stable set search_path = '' as $$
  -- The shop's name, and what else people call it.
  select coalesce(string_agg(distinct other.folded, ' ') || ' ' || lower(min(other.name)), '')
  from private.city_names as typed
  join private.city_names as other on other.name = typed.name
  where typed.folded = regexp_replace(private.fold_letters(city), '[\s[:punct:]]+', '', 'g')
$$;
comment on function private.names_of_city(text) is 'All names of a city, or nothing where the shop does not know it.';

create function private.escape_pattern(term text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(term, '([^[:alnum:]])', '\\\1', 'g')
$$;
comment on function private.escape_pattern(text) is 'A regular expression that matches the term literally.';

create function private.search_patterns(term text, phone text) returns text[]
language sql immutable set search_path = '' as $$
  -- One for each word, the longest first: an index is asked for that one. Digits may be part of a phone.
  select case
    when phone is not null then array[private.escape_pattern(term) || '|' || phone]
    else coalesce(
      array_agg(
        private.escape_pattern(word) || case
          when word ~ '^[[:alpha:]]{3,}$' then '|' || private.sound_of(word) else ''
        end
        order by length(word) desc, word
      ),
      '{}'
    )
  end
  from regexp_split_to_table(term, '\s+') as word where word <> ''
$$;
comment on function private.search_patterns(text, text) is
  'Regular expressions of which a text that is sought matches each: the words of a folded term, each as it is
written or as it sounds; or a phone.';
