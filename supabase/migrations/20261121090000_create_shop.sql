/*
 * The database as it was published first, made from supabase/schemas by `npm run migrations:initial`.
 * What it is now is in supabase/schemas.
 */

/*
 * Deny by default. A hosted project grants every new table and function of `public` to the API roles;
 * here nothing may be called or read unless it is granted by name.
 */

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- Postgres lets every role call a new function, and a revoke for one schema cannot change that.
alter default privileges revoke execute on functions from public;

-- A second API over the same tables, which nothing uses.
drop extension if exists pg_graphql;

/*
 * Tables and functions outside the API. No caller may name anything here: the functions of `public` are
 * `security definer`.
 */
create schema private;

comment on schema private is 'Tables and functions outside the API: prices, tokens, limits, the log.';

/*
 * An admin is a row in a table with a live session, looked up on every statement.
 *
 * A claim inside a token stays true until the token expires, and a user may write parts of it. A row
 * that is deleted, or a session that is signed out, ends the right at once.
 */

create table private.store_admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  added_at timestamptz not null default now()
);

comment on table private.store_admins is 'Who may read and change orders.';

alter table private.store_admins enable row level security;
create policy "Nobody reads the admins through the API" on private.store_admins
  for all using (false);

-- Security definer: the caller may read neither the admins nor the sessions.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.store_admins as admin
    join auth.sessions as session on session.user_id = admin.user_id
    where admin.user_id = auth.uid()
      and session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and session.created_at > now() - interval '12 hours'
      and (session.not_after is null or session.not_after > now())
  )
$$;
grant execute on function private.is_admin() to authenticated;
comment on function private.is_admin() is
  'Whether the caller is an admin with a session that is neither signed out nor older than 12 hours.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'for admins only';
  end if;
end
$$;
comment on function private.require_admin() is
  'Raises an error unless the caller is an admin. PostgREST responds with 403.';

/*
 * What every request goes through, and how functions respond: with a body and an HTTP status, or with a refusal.
 */

create function private.respond(status integer, body jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return body;
end
$$;
comment on function private.respond(integer, jsonb) is
  'Returns the body and sets the HTTP status, for PostgREST. No response is cached.';

/*
 * A refusal is an error, raised at any depth. It rolls back what the function has done, except counts in
 * sequences. The function of the API that was called makes it the response by private.respond_error(), as
 * PostgREST cannot: in place of this body it would send {code, message, details, hint}, and Postgres would log
 * the order in it. What has to be saved although the request is refused, a count in a row, is saved by a function
 * that returns instead (private.find_by_phone()).
 */
-- Volatile: the planner evaluates an immutable call with constants, and would raise the error early.
create function private.refuse(
  code text, field text default null, status integer default 422, more jsonb default '{}'
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise exception using errcode = 'SHREF', message = jsonb_build_object(
    'status', status,
    'body', jsonb_strip_nulls(jsonb_build_object('ok', false, 'code', code, 'field', field)) || more
  );
end
$$;
comment on function private.refuse(text, text, integer, jsonb) is
  'Raises a refusal: a code that the browser knows, the field it is about, the HTTP status, and more of the body.';

create function private.respond_error(state text, message text) returns jsonb
language sql volatile set search_path = '' as $$
  select case
    when state = 'SHREF' then
      private.respond((message::jsonb ->> 'status')::integer, message::jsonb -> 'body')
    -- Such an error of a security definer function shows the failing row to the caller, address included.
    -- Errors that show no row are not caught: Postgres logs them, and temporary ones are retried.
    else private.respond(422, '{"ok": false, "code": "invalid"}')
  end
$$;
comment on function private.respond_error(text, text) is
  'Responds with a refusal, of the code and message of its error; or that a request is invalid, for another error.';

create function private.check_request(p jsonb, max_bytes integer, fields text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  unknown_field text;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    perform private.refuse('use_post', null, 405);
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    perform private.refuse('bad_request', null, 400);
  end if;
  if pg_column_size(p) > max_bytes then
    perform private.refuse('too_large', null, 413);
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(p) as key
  where key <> all (fields);
  if found then
    perform private.refuse('unknown_field', unknown_field, 400);
  end if;
end
$$;
comment on function private.check_request(jsonb, integer, text[]) is
  'Refuses a request that is no object, too large or has an unknown field.';

create function private.require_plain_call() returns void
language plpgsql stable set search_path = '' as $$
declare
  -- A caller chooses names and texts.
  query constant text := regexp_replace(current_query(), $names$"[^"]*"|'[^']*'$names$, '', 'g');
begin
  -- What PostgREST does with the result of the function: a plain call selects all columns of the row.
  if substring(query from '.*FROM \(SELECT (.*)\) _postgrest_t')
    ~ '\m(CAST|WHERE|ORDER BY)\M|->' then
    raise exception using errcode = 'PT400', message = 'not_a_plain_call';
  end if;
end
$$;
comment on function private.require_plain_call() is
  'Refuses a request whose query string filters, casts or orders what the function returns. PostgREST does
that in the transaction of the function, with its locks, and a failing cast rolls a count back.';

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
        regexp_replace(regexp_replace(private.digits(term), '^00', ''), '^920?', '')
      -- Mobile phones begin with 3, after the country code too.
      else regexp_replace(private.digits(term), '^0?920?(?=3)|^0(?=[1-9])', '')
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

/*
 * Written by `npm run generate` from src/order/address/cities.json. A new version is a migration too.
 */

delete from private.city_names where true;
insert into private.city_names (folded, name)
select folded, name from (values
  ('Abdul Hakim', 'abdulhakim abdulhakeem'),
  ('Ahmad Nagar', 'ahmadnagar ahmednagar'),
  ('Ahmadpur East', 'ahmadpureast ahmadpursharqia ahmedpureast ahmedpursharqia'),
  ('Ahmadpur Sial', 'ahmadpursial ahmedpursial'),
  ('Alipur', ''),
  ('Alipur Chatha', 'alipurchatha alipurchattha'),
  ('Arifwala', 'arifwala arifwalla'),
  ('Athara Hazari', 'atharahazari'),
  ('Attock', 'attock attockcity campbellpur cambellpur اٹک'),
  ('Baddomalhi', 'baddomalhi badomalhi'),
  ('Badiana', 'badiana'),
  ('Bahawalnagar', 'bahawalnagar bwn bhawalnagar بہاولنگر'),
  ('Bahawalpur', 'bahawalpur bwp bhawalpur bahawalpurcity بہاولپور بہاولپر'),
  ('Basal', 'basal'),
  ('Basirpur', 'basirpur'),
  ('Basti Malook', 'bastimalook bastimaluk'),
  ('Bhakkar', 'bhakkar bhakar بہکر'),
  ('Bhalwal', 'bhalwal'),
  ('Bhaun', 'bhaun'),
  ('Bhawana', 'bhawana bhowana'),
  ('Bhera', 'bhera'),
  ('Bhong', 'bhong'),
  ('Bucheki', 'bucheki'),
  ('Bunga Hayat', 'bungahayat'),
  ('Burewala', 'burewala burewalla boorewala بوریوالا'),
  ('Chak Jhumra', 'chakjhumra chakjhumara'),
  ('Chakwal', 'chakwal چکوال'),
  ('Changa Manga', 'changamanga'),
  ('Chaubara', 'chaubara choubara'),
  ('Chawinda', 'chawinda'),
  ('Chenab Nagar', 'chenabnagar rabwah chanabnagar'),
  ('Chichawatni', 'chichawatni chichawatani cheechawatni'),
  ('Chiniot', 'chiniot چنیوٹ'),
  ('Chishtian', 'chishtian chishtianmandi'),
  ('Choa Saidan Shah', 'choasaidanshah'),
  ('Chowk Azam', 'chowkazam chokazam'),
  ('Chowk Sarwar Shaheed', 'chowksarwarshaheed sarwarshaheed'),
  ('Chunian', 'chunian choonian'),
  ('Dahranwala', 'dahranwala dehranwala'),
  ('Daira Din Panah', 'dairadinpanah'),
  ('Darya Khan', 'daryakhan dariyakhan'),
  ('Daska', 'daska daskah'),
  ('Daud Khel', 'daudkhel daudkhail'),
  ('Daultala', 'daultala'),
  ('Depalpur', 'depalpur dipalpur'),
  ('Dera Ghazi Khan', 'deraghazikhan dgk dgkhan deraghazi ڈیرہغازیخان'),
  ('Dera Nawab Sahib', 'deranawabsahib deranawab'),
  ('Dijkot', 'dijkot'),
  ('Dina', 'dina'),
  ('Dinga', 'dinga'),
  ('Domeli', 'domeli'),
  ('Donga Bonga', 'dongabonga'),
  ('Dunyapur', 'dunyapur duniapur duniyapur'),
  ('Ellahabad', 'ellahabad ilahabad'),
  ('Eminabad', 'eminabad aminabad'),
  ('Faisalabad', 'faisalabad fsd faislabad faisalabadcity lyallpur فیصلآباد'),
  ('Farooqa', 'farooqa'),
  ('Farooqabad', 'farooqabad faruqabad'),
  ('Fateh Jang', 'fatehjang fatehjhang fatahjang'),
  ('Fatehpur (Layyah)', 'fatehpurlayyah'),
  ('Fazilpur', 'fazilpur'),
  ('Fort Abbas', 'fortabbas fortabas'),
  ('Gaggo Mandi', 'gaggomandi gaggo'),
  ('Garh Maharaja', 'garhmaharaja'),
  ('Ghakhar Mandi', 'ghakharmandi ghakhar gakhar ghakkar gakhharmandi'),
  ('Gogran', 'gogran'),
  ('Gojra', 'gojra گوجرہ'),
  ('Gujar Khan', 'gujarkhan gujjarkhan gujerkhan'),
  ('Gujranwala', 'gujranwala grw gujranwalla gujrawala gujranwalacity گوجرانوالہ گجرانوالہ'),
  ('Gujrat', 'gujrat gjt gujratcity گجرات'),
  ('Hafizabad', 'hafizabad hafizabaad حافظآباد'),
  ('Harappa', 'harappa harapa'),
  ('Haroonabad', 'haroonabad harunabad'),
  ('Hasan Abdal', 'hasanabdal hassanabdal hasanabdaal'),
  ('Hasilpur', 'hasilpur'),
  ('Haveli Lakha', 'havelilakha havelilakkha'),
  ('Hazro', 'hazro'),
  ('Head Marala', 'headmarala'),
  ('Hujra Shah Muqeem', 'hujrashahmuqeem hujrashahmuqim hujra'),
  ('Isa Khel', 'isakhel esakhel'),
  ('Jahanian', 'jahanian jehanian jahania'),
  ('Jalalpur Bhattian', 'jalalpurbhattian jalalpurbhatian'),
  ('Jalalpur Jattan', 'jalalpurjattan jalalpurjatan'),
  ('Jalalpur Pirwala', 'jalalpurpirwala jalalpurpeerwala'),
  ('Jamber', 'jamber'),
  ('Jampur', 'jampur'),
  ('Jand', 'jand'),
  ('Jandanwala', 'jandanwala'),
  ('Jaranwala', 'jaranwala jaranwalla'),
  ('Jatoi', 'jatoi'),
  ('Jauharabad', 'jauharabad joharabad jauhrabad'),
  ('Jhang', 'jhang jhangsadar jhangcity جہنگ'),
  ('Jhelum', 'jhelum jehlum jhelam jehlam جہلم'),
  ('Kabirwala', 'kabirwala kabirwalla'),
  ('Kacha Khuh', 'kachakhuh kachakhoh'),
  ('Kahna', 'kahna kahnanau'),
  ('Kahror Pacca', 'kahrorpacca kehrorpacca kahrorpakka karorpacca'),
  ('Kahuta', 'kahuta'),
  ('Kalabagh', 'kalabagh'),
  ('Kallar Kahar', 'kallarkahar kalarkahar'),
  ('Kallar Syedan', 'kallarsyedan kallarsayedan kallarsaidan kalarsyedan'),
  ('Kallur Kot', 'kallurkot kalurkot'),
  ('Kamalia', 'kamalia kamaliya'),
  ('Kamoke', 'kamoke kamoki kamonke کامونکی'),
  ('Kanganpur', 'kanganpur'),
  ('Karianwala', 'karianwala'),
  ('Karor Lal Esan', 'karorlalesan karorlaleson kror'),
  ('Kassowal', 'kassowal kasowal'),
  ('Kasur', 'kasur qasur kasoor قصور'),
  ('Khairpur Tamewali', 'khairpurtamewali khairpurtamiwali'),
  ('Khanewal', 'khanewal khanewala خانیوال'),
  ('Khangarh (Muzaffargarh)', 'khangarhmuzaffargarh'),
  ('Khanpur (Rahim Yar Khan)', 'khanpurrahimyarkhan khanpurkatora'),
  ('Khanqah Dogran', 'khanqahdogran'),
  ('Kharian', 'kharian'),
  ('Khewra', 'khewra'),
  ('Khudian', 'khudian'),
  ('Khurrianwala', 'khurrianwala khurianwala'),
  ('Khushab', 'khushab خوشاب'),
  ('Kot Abdul Malik', 'kotabdulmalik'),
  ('Kot Addu', 'kotaddu kotadu کوٹادو'),
  ('Kot Chutta', 'kotchutta kotchhutta'),
  ('Kot Momin', 'kotmomin kotmomen'),
  ('Kot Radha Kishan', 'kotradhakishan kotradhakishen'),
  ('Kot Samaba', 'kotsamaba'),
  ('Kot Sultan', 'kotsultan'),
  ('Kotli Loharan', 'kotliloharan'),
  ('Kotli Sattian', 'kotlisattian'),
  ('Kundian', 'kundian'),
  ('Kunjah', 'kunjah'),
  ('Lahore', 'lahore lhr lhe lahor lahoure lahorecity لاہور shahdara johartown'),
  ('Lal Sohanra', 'lalsohanra'),
  ('Lalamusa', 'lalamusa lalamoosa'),
  ('Lalian', 'lalian'),
  ('Lalyani', 'lalyani'),
  ('Lawa', 'lawa'),
  ('Layyah', 'layyah leiah layya لیہ'),
  ('Liaquatpur', 'liaquatpur liaqatpur'),
  ('Lodhran', 'lodhran lodhraan لودہراں'),
  ('Ludden', 'ludden'),
  ('Machiwal', 'machiwal'),
  ('Mailsi', 'mailsi'),
  ('Makhad', 'makhad'),
  ('Makhdoom Rasheed', 'makhdoomrasheed makhdumrashid'),
  ('Malakwal', 'malakwal malikwal'),
  ('Malka Hans', 'malkahans'),
  ('Mamu Kanjan', 'mamukanjan'),
  ('Mananwala', 'mananwala'),
  ('Manawan', 'manawan'),
  ('Mandi Ahmadabad', 'mandiahmadabad mandiahmedabad'),
  ('Mandi Bahauddin', 'mandibahauddin mbd mandibahaudin mandibahudin منڈیبہاؤالدین mbdin'),
  ('Mandra', 'mandra'),
  ('Manga Mandi', 'mangamandi'),
  ('Mangla (Jhelum)', 'manglajhelum'),
  ('Mangowal', 'mangowal'),
  ('Mankera', 'mankera'),
  ('Mian Channu', 'mianchannu mianchanu mianchannun'),
  ('Miana Gondal', 'mianagondal'),
  ('Miani (Sargodha)', 'mianisargodha'),
  ('Mianwali', 'mianwali میانوالی'),
  ('Minchinabad', 'minchinabad'),
  ('Mitha Tiwana', 'mithatiwana'),
  ('Mithankot', 'mithankot kotmithan'),
  ('Multan', 'multan mux multancity ملتان'),
  ('Muridke', 'muridke muridkay muredke مریدکے'),
  ('Murree', 'murree muree مری'),
  ('Musakhel (Mianwali)', 'musakhelmianwali'),
  ('Muzaffargarh', 'muzaffargarh mzg muzafargarh muzaffargrh مظفرگڑہ'),
  ('Nankana Sahib', 'nankanasahib nankana nankanasaheb'),
  ('Narang Mandi', 'narangmandi narang'),
  ('Narowal', 'narowal narrowal نارووال'),
  ('Naushera (Khushab)', 'nausherakhushab nausheravadi'),
  ('Noor Kot', 'noorkot'),
  ('Noorpur Thal', 'noorpurthal nurpurthal'),
  ('Nowshera Virkan', 'nowsheravirkan nowsheravirkaan noshehravirkan'),
  ('Okara', 'okara اوکاڑہ'),
  ('Pakpattan', 'pakpattan pakpatan pakpattansharif پاکپتن'),
  ('Pasrur', 'pasrur pasroor'),
  ('Patriata', 'patriata'),
  ('Pattoki', 'pattoki patoki'),
  ('Phalia', 'phalia phaliya'),
  ('Phool Nagar', 'phoolnagar bhaipheru'),
  ('Phularwan', 'phularwan'),
  ('Pind Dadan Khan', 'pinddadankhan pdkhan'),
  ('Pindi Bhattian', 'pindibhattian pindibhatian'),
  ('Pindi Gheb', 'pindigheb'),
  ('Piplan', 'piplan'),
  ('Pir Mahal', 'pirmahal pirmehal'),
  ('Qadirabad (Mandi Bahauddin)', 'qadirabadmandibahauddin'),
  ('Qadirabad (Sahiwal)', 'qadirabadsahiwal'),
  ('Qadirpur Ran', 'qadirpurran qadirpurraan'),
  ('Qila Didar Singh', 'qiladidarsingh qiladedarsingh killadidarsingh'),
  ('Quaidabad', 'quaidabad qaidabad'),
  ('Rahim Yar Khan', 'rahimyarkhan ryk rahimyarkhancity raheemyarkhan رحیمیارخان'),
  ('Raiwind', 'raiwind raiwand'),
  ('Raja Jang', 'rajajang'),
  ('Rajanpur', 'rajanpur راجنپور'),
  ('Rangpur (Muzaffargarh)', 'rangpurmuzaffargarh'),
  ('Rawalpindi', 'rawalpindi pindi rwp rwl rawalpindicity rawlpindi راولپنڈی پنڈی'),
  ('Rawat', 'rawat'),
  ('Renala Khurd', 'renalakhurd renala'),
  ('Rojhan', 'rojhan'),
  ('Sadiqabad', 'sadiqabad sadiqabaad صادقآباد'),
  ('Safdarabad', 'safdarabad'),
  ('Sahiwal', 'montgomery'),
  ('Sahiwal (Sargodha)', 'sahiwalsargodha'),
  ('Sakhi Sarwar', 'sakhisarwar'),
  ('Salarwala', 'salarwala'),
  ('Samasatta', 'samasatta samasata'),
  ('Sambrial', 'sambrial sambriyal'),
  ('Samundri', 'samundri samundari'),
  ('Sangla Hill', 'sanglahill sanglahil'),
  ('Sanjarpur', 'sanjarpur'),
  ('Sarai Alamgir', 'saraialamgir saraialamgeer'),
  ('Sarai Sidhu', 'saraisidhu'),
  ('Sargodha', 'sargodha sgd sargoda sargodhacity سرگودہا'),
  ('Shadiwal', 'shadiwal'),
  ('Shahkot', 'shahkot'),
  ('Shahpur (Sargodha)', 'shahpursargodha shahpursadar'),
  ('Shakargarh', 'shakargarh shakargrh'),
  ('Sharaqpur', 'sharaqpur sharqpur sharaqpursharif'),
  ('Shehr Sultan', 'shehrsultan shaharsultan'),
  ('Sheikhupura', 'sheikhupura skp shekhupura sheikhupurah sheikupura شیخوپورہ'),
  ('Shergarh (Okara)', 'shergarhokara'),
  ('Shorkot', 'shorkot'),
  ('Shujabad', 'shujabad shujaabad'),
  ('Sialkot', 'sialkot skt sialkotcity siyalkot سیالکوٹ'),
  ('Sillanwali', 'sillanwali silanwali'),
  ('Sinawan', 'sinawan'),
  ('Sodhra', 'sodhra'),
  ('Sohawa', 'sohawa'),
  ('Sukheke', 'sukheke sukhekemandi'),
  ('Syedwala', 'syedwala sayyadwala'),
  ('Talagang', 'talagang talagung'),
  ('Tamman', 'tamman'),
  ('Tandlianwala', 'tandlianwala tandlianwalla'),
  ('Taranda Muhammad Panah', 'tarandamuhammadpanah tarandamohammadpanah'),
  ('Taunsa', 'taunsa taunsasharif tonsa'),
  ('Taxila', 'taxila texila'),
  ('Tibba Sultanpur', 'tibbasultanpur'),
  ('Toba Tek Singh', 'tobateksingh tts tobateksing toba ٹوبہٹیکسنگہ'),
  ('Tulamba', 'tulamba talamba'),
  ('Uch Sharif', 'uchsharif uchshareef'),
  ('Vanike Tarar', 'vaniketarar'),
  ('Vehari', 'vehari vehaari وہاڑی'),
  ('Vehowa', 'vehowa wahoa'),
  ('Wah Cantt', 'wahcantt wah واہ'),
  ('Wan Bhachran', 'wanbhachran'),
  ('Warburton', 'warburton'),
  ('Wazirabad', 'wazirabad wazirabaad وزیرآباد'),
  ('Yazman', 'yazman'),
  ('Zafarwal', 'zafarwal zaffarwal'),
  ('Zahir Pir', 'zahirpir zahirpeer'),
  ('Badin', 'badin بدین'),
  ('Bhiria', 'bhiria bhiriacity'),
  ('Bhit Shah', 'bhitshah'),
  ('Bin Qasim', 'binqasim portqasim'),
  ('Chachro', 'chachro'),
  ('Chambar', 'chambar'),
  ('Chelhar', 'chelhar'),
  ('Dadu', 'dadu دادو'),
  ('Daharki', 'daharki dharki'),
  ('Daulatpur', 'daulatpur'),
  ('Dhabeji', 'dhabeji'),
  ('Dhoro Naro', 'dhoronaro'),
  ('Digri', 'digri'),
  ('Diplo', 'diplo'),
  ('Dokri', 'dokri'),
  ('Gambat', 'gambat'),
  ('Garhi Khairo', 'garhikhairo'),
  ('Garhi Yasin', 'garhiyasin'),
  ('Gharo', 'gharo'),
  ('Ghotki', 'ghotki گہوٹکی'),
  ('Golarchi', 'golarchi shaheedfazilrahu'),
  ('Hala', 'hala'),
  ('Husri', 'husri'),
  ('Hyderabad', 'hyderabad hyd hyderabadsindh hydrabad hyderabadcity حیدرآباد'),
  ('Islamkot', 'islamkot'),
  ('Jacobabad', 'jacobabad jacababad jakobabad جیکبآباد'),
  ('Jamshoro', 'jamshoro jamshooro'),
  ('Jhol', 'jhol'),
  ('Jhudo', 'jhudo'),
  ('Johi', 'johi'),
  ('Kambar', 'kambar qambar qamber kamber'),
  ('Kandhkot', 'kandhkot kandkot'),
  ('Kandiaro', 'kandiaro'),
  ('Karachi', 'karachi khi karachicity krachi karanchi کراچی malir korangi lyari landhi clifton nazimabad northnazimabad gulshaneiqbal gulistanejauhar orangitown'),
  ('Kashmore', 'kashmore kashmor'),
  ('Khairpur', 'khairpurmirs khairpurmir خیرپور'),
  ('Khairpur Nathan Shah', 'khairpurnathanshah knshah'),
  ('Khangarh (Ghotki)', 'khangarhghotki khanpurmahar'),
  ('Khanpur (Shikarpur)', 'khanpurshikarpur'),
  ('Khipro', 'khipro'),
  ('Kot Diji', 'kotdiji'),
  ('Kot Ghulam Muhammad', 'kotghulammuhammad kotghulammohammad'),
  ('Kotri', 'kotri'),
  ('Kunri', 'kunri'),
  ('Lakhi', 'lakhi lakhighulamshah'),
  ('Larkana', 'larkana larkano larkhana لاڑکانہ'),
  ('Matiari', 'matiari'),
  ('Matli', 'matli'),
  ('Mehar', 'mehar'),
  ('Mehrabpur', 'mehrabpur'),
  ('Mirpur Bathoro', 'mirpurbathoro'),
  ('Mirpur Khas', 'mirpurkhas mpk mirpurkhaas میرپورخاص'),
  ('Mirpur Mathelo', 'mirpurmathelo'),
  ('Mirpur Sakro', 'mirpursakro'),
  ('Mithi', 'mithi'),
  ('Moro', 'moro'),
  ('Nagarparkar', 'nagarparkar'),
  ('Nasirabad (Larkana)', 'nasirabadlarkana'),
  ('Naudero', 'naudero'),
  ('Naukot', 'naukot'),
  ('Naushahro Feroze', 'naushahroferoze naushahroferoz nausheroferoze nosheroferoze'),
  ('Nawabshah', 'nawabshah shaheedbenazirabad benazirabad sba nwabshah نوابشاہ'),
  ('New Saeedabad', 'newsaeedabad'),
  ('Pano Aqil', 'panoaqil panuaqil pannuaqil'),
  ('Pir Jo Goth', 'pirjogoth kingri'),
  ('Pithoro', 'pithoro'),
  ('Qazi Ahmed', 'qaziahmed qaziahmad'),
  ('Ranipur', 'ranipur'),
  ('Ratodero', 'ratodero'),
  ('Rohri', 'rohri'),
  ('Rustam (Shikarpur)', 'rustamshikarpur'),
  ('Sakrand', 'sakrand'),
  ('Salehpat', 'salehpat'),
  ('Samaro', 'samaro'),
  ('Sanghar', 'sanghar سانگہڑ'),
  ('Sehwan', 'sehwan sehwansharif'),
  ('Shahdadkot', 'shahdadkot'),
  ('Shahdadpur', 'shahdadpur'),
  ('Shahpur Chakar', 'shahpurchakar'),
  ('Shikarpur', 'shikarpur shikarpoor شکارپور'),
  ('Sinjhoro', 'sinjhoro'),
  ('Sobho Dero', 'sobhodero'),
  ('Sujawal', 'sujawal'),
  ('Sukkur', 'sukkur sukker sukhur sakhar سکہر'),
  ('Talhar', 'talhar'),
  ('Tando Adam', 'tandoadam tandoadm'),
  ('Tando Allahyar', 'tandoallahyar tandoallayar'),
  ('Tando Bago', 'tandobago'),
  ('Tando Ghulam Ali', 'tandoghulamali'),
  ('Tando Jam', 'tandojam'),
  ('Tando Muhammad Khan', 'tandomuhammadkhan tandomohammadkhan tmkhan'),
  ('Tangwani', 'tangwani'),
  ('Thari Mirwah', 'tharimirwah'),
  ('Tharparkar', 'tharparkar'),
  ('Tharu Shah', 'tharushah'),
  ('Thatta', 'thatta thatto ٹہٹہہ'),
  ('Thul', 'thul'),
  ('Ubauro', 'ubauro ubaro'),
  ('Umerkot', 'umerkot umarkot عمرکوٹ'),
  ('Warah', 'warah'),
  ('Abbottabad', 'abbottabad abbotabad abottabad abotabad abtabad atd ایبٹآباد'),
  ('Akora Khattak', 'akorakhattak akora'),
  ('Allai', 'allai'),
  ('Alpuri', 'alpuri'),
  ('Ayubia', 'ayubia'),
  ('Baffa', 'baffa bafa'),
  ('Bahrain', 'bahrain'),
  ('Bajaur', 'bajaur khar'),
  ('Balakot', 'balakot'),
  ('Bannu', 'bannu بنوں'),
  ('Bara', 'bara'),
  ('Barikot', 'barikot'),
  ('Batkhela', 'batkhela batkhila'),
  ('Battagram', 'battagram batagram'),
  ('Besham', 'besham bisham'),
  ('Booni', 'booni buni'),
  ('Buner', 'buner bunair'),
  ('Chakdara', 'chakdara'),
  ('Charsadda', 'charsadda charsada چارسدہ'),
  ('Chitral', 'chitral چترال'),
  ('Daggar', 'daggar'),
  ('Dargai', 'dargai'),
  ('Dassu', 'dassu dasu kohistan'),
  ('Dera Ismail Khan', 'deraismailkhan dik dikhan deraismail ڈیرہاسماعیلخان'),
  ('Doaba', 'doaba'),
  ('Domel (Bannu)', 'domelbannu'),
  ('Drosh', 'drosh'),
  ('Garam Chashma', 'garamchashma'),
  ('Garhi Habibullah', 'garhihabibullah'),
  ('Ghazi', 'ghazi'),
  ('Hangu', 'hangu hungu'),
  ('Haripur', 'haripur haripurhazara ہریپور'),
  ('Hattar', 'hattar'),
  ('Havelian', 'havelian haveliyan'),
  ('Jamrud', 'jamrud'),
  ('Jehangira', 'jehangira jahangira'),
  ('Kabal', 'kabal'),
  ('Kaghan', 'kaghan naran'),
  ('Kalam', 'kalam'),
  ('Karak', 'karak کرک'),
  ('Katlang', 'katlang'),
  ('Khalabat', 'khalabat khalabattownship'),
  ('Khanpur (Haripur)', 'khanpurharipur khanpurhazara'),
  ('Khwazakhela', 'khwazakhela khwazakhel'),
  ('Kohat', 'kohat کوہاٹ'),
  ('Kulachi', 'kulachi'),
  ('Lachi', 'lachi'),
  ('Lahor (Swabi)', 'lahorswabi chotalahor chhotalahor chotalahore chhotalahore'),
  ('Lakki Marwat', 'lakkimarwat lakimarwat lakki'),
  ('Landi Kotal', 'landikotal'),
  ('Lower Dir', 'lowerdir dirlower'),
  ('Malakand', 'malakand'),
  ('Mansehra', 'mansehra mansera manshera مانسہرہ'),
  ('Mardan', 'mardan mrd مردان'),
  ('Matta', 'matta'),
  ('Mingora', 'mingora mangora mingorah mingaora مینگورہ'),
  ('Miranshah', 'miranshah miramshah northwaziristan'),
  ('Mohmand', 'mohmand ghalanai'),
  ('Nathia Gali', 'nathiagali'),
  ('Nawan Shehr', 'nawanshehr nawanshahr'),
  ('Nowshera', 'nowsherakpk'),
  ('Oghi', 'oghi'),
  ('Orakzai', 'orakzai'),
  ('Pabbi', 'pabbi pabi'),
  ('Paharpur', 'paharpur'),
  ('Parachinar', 'parachinar parachinaar'),
  ('Paroa', 'paroa'),
  ('Peshawar', 'peshawar psh pew pesh peshawer peshwar peshawarcity پشاور'),
  ('Pirpiai', 'pirpiai'),
  ('Razar', 'razar'),
  ('Risalpur', 'risalpur'),
  ('Rustam (Mardan)', 'rustammardan'),
  ('Sadda', 'sadda'),
  ('Saidu Sharif', 'saidusharif saidushareef'),
  ('Serai Naurang', 'serainaurang sarainaurang naurang'),
  ('Shabqadar', 'shabqadar shabqadr'),
  ('Shangla', 'shangla'),
  ('Shergarh (Mardan)', 'shergarhmardan'),
  ('Shewa', 'shewa'),
  ('Shinkiari', 'shinkiari'),
  ('Swabi', 'swabi sawabi صوابی'),
  ('Swat', 'swat سوات'),
  ('Takht Bhai', 'takhtbhai takhtbai takhtebhai takhtibhai'),
  ('Takht-e-Nasrati', 'takhtenasrati takhtnasrati'),
  ('Tangi', 'tangi'),
  ('Tank', 'tank ٹانک'),
  ('Thall', 'thall'),
  ('Thana', 'thana'),
  ('Timergara', 'timergara timargara temergara'),
  ('Topi', 'topi'),
  ('Upper Dir', 'upperdir dir dirupper'),
  ('Wana', 'wana southwaziristan'),
  ('Zaida', 'zaida'),
  ('Awaran', 'awaran'),
  ('Barkhan', 'barkhan'),
  ('Bela', 'bela lasbela'),
  ('Buleda', 'buleda'),
  ('Chagai', 'chagai'),
  ('Chaman', 'chaman چمن'),
  ('Dalbandin', 'dalbandin'),
  ('Dera Allah Yar', 'deraallahyar'),
  ('Dera Bugti', 'derabugti'),
  ('Dera Murad Jamali', 'deramuradjamali dmjamali'),
  ('Dhadar', 'dhadar'),
  ('Duki', 'duki'),
  ('Gadani', 'gadani'),
  ('Gandawah', 'gandawah gandava'),
  ('Gwadar', 'gwadar gawadar gwader گوادر'),
  ('Hanna Urak', 'hannaurak'),
  ('Harnai', 'harnai'),
  ('Hub', 'hub hubchowki'),
  ('Jhal Magsi', 'jhalmagsi'),
  ('Jiwani', 'jiwani'),
  ('Kalat', 'kalat qalat'),
  ('Kech', 'kech'),
  ('Kharan', 'kharan'),
  ('Khuzdar', 'khuzdar خضدار'),
  ('Kohlu', 'kohlu'),
  ('Kuchlak', 'kuchlak'),
  ('Loralai', 'loralai loralia'),
  ('Mach', 'mach machh'),
  ('Mand', 'mand'),
  ('Mastung', 'mastung mastoong'),
  ('Musakhel (Balochistan)', 'musakhelbalochistan'),
  ('Muslim Bagh', 'muslimbagh'),
  ('Nal', 'nal'),
  ('Nasirabad (Balochistan)', 'nasirabadbalochistan'),
  ('Nushki', 'nushki noshki'),
  ('Ormara', 'ormara'),
  ('Panjgur', 'panjgur panjgoor'),
  ('Pasni', 'pasni'),
  ('Pishin', 'pishin pisheen پشین'),
  ('Qilla Abdullah', 'qillaabdullah killaabdullah'),
  ('Qilla Saifullah', 'qillasaifullah killasaifullah qilasaifullah'),
  ('Quetta', 'quetta qta queta quettacity کوئٹہ'),
  ('Sanjawi', 'sanjawi'),
  ('Sherani', 'sherani'),
  ('Sibi', 'sibi sibbi'),
  ('Sonmiani', 'sonmiani'),
  ('Sui', 'sui'),
  ('Surab', 'surab sorab'),
  ('Taftan', 'taftan'),
  ('Tump', 'tump'),
  ('Turbat', 'turbat turbut تربت'),
  ('Usta Muhammad', 'ustamuhammad ustamohammad'),
  ('Uthal', 'uthal'),
  ('Wadh', 'wadh'),
  ('Winder', 'winder'),
  ('Zhob', 'zhob ژوب'),
  ('Ziarat', 'ziarat'),
  ('Bhara Kahu', 'bharakahu barakahu'),
  ('Islamabad', 'islamabad isb isd islambad islamabadcity اسلامآباد islamabadcapitalterritory ict'),
  ('Nilore', 'nilore'),
  ('Sihala', 'sihala'),
  ('Tarnol', 'tarnol'),
  ('Abbaspur', 'abbaspur'),
  ('Athmuqam', 'athmuqam athmaqam neelum neelam'),
  ('Bagh', 'bagh'),
  ('Barnala', 'barnala'),
  ('Bhimber', 'bhimber bhimbar'),
  ('Chakswari', 'chakswari'),
  ('Charhoi', 'charhoi'),
  ('Chinari', 'chinari'),
  ('Dadyal', 'dadyal dadial'),
  ('Dhirkot', 'dhirkot'),
  ('Domel (Muzaffarabad)', 'domelmuzaffarabad'),
  ('Forward Kahuta', 'forwardkahuta havelikahuta'),
  ('Garhi Dupatta', 'garhidupatta'),
  ('Hajira', 'hajira'),
  ('Harighel', 'harighel'),
  ('Hattian Bala', 'hattianbala'),
  ('Islamgarh', 'islamgarh'),
  ('Khuiratta', 'khuiratta khoiratta'),
  ('Kotli', 'kotli کوٹلی'),
  ('Mangla (Mirpur)', 'manglamirpur'),
  ('Mirpur (AJK)', 'mirpurajk mirpurazadkashmir mirpurak newmirpur میرپورآزادکشمیر'),
  ('Muzaffarabad', 'muzaffarabad mzd muzafarabad muzaffrabad مظفرآباد'),
  ('Nakyal', 'nakyal'),
  ('Palandri', 'palandri pallandri'),
  ('Rawalakot', 'rawalakot rawlakot'),
  ('Samahni', 'samahni'),
  ('Sehnsa', 'sehnsa'),
  ('Tatta Pani', 'tattapani'),
  ('Trarkhel', 'trarkhel'),
  ('Aliabad (Hunza)', 'aliabadhunza'),
  ('Astore', 'astore astor'),
  ('Chilas', 'chilas'),
  ('Danyor', 'danyor danyore'),
  ('Gahkuch', 'gahkuch gahkooch'),
  ('Ghizer', 'ghizer'),
  ('Gilgit', 'gilgit gilget گلگت'),
  ('Gupis', 'gupis'),
  ('Hunza', 'hunza'),
  ('Jaglot', 'jaglot'),
  ('Karimabad (Hunza)', 'karimabadhunza'),
  ('Khaplu', 'khaplu'),
  ('Kharmang', 'kharmang'),
  ('Nagar (Gilgit)', 'nagargilgit nagarkhas'),
  ('Roundu', 'roundu rondu'),
  ('Shigar', 'shigar'),
  ('Skardu', 'skardu sakardu skardo سکردو'),
  ('Sost', 'sost'),
  ('Yasin', 'yasin')
) as city (name, names), regexp_split_to_table(names, ' ') as folded where folded <> ''
on conflict do nothing;

/* The address of a parcel. src/order/address/address.ts has the same fields. */

create function private.address_fields()
returns table (field text, required boolean, max_length integer, mask text, erased_text text)
language sql immutable set search_path = '' as $$
  values
    ('fullName', true, 100, 'first letter', 'Erased'),
    ('address', true, 300, 'hidden', '—'),
    ('city', true, 100, null, '—'),
    ('state', true, 100, null, '—'),
    -- The pattern of the postal code counts its characters.
    ('postalCode', true, null, 'hidden', '—'),
    ('country', true, 100, null, '—'),
    ('phone', true, 40, 'last digits', '—'),
    ('landmark', false, 120, null, null),
    ('secondPhone', false, 40, null, null),
    ('riderNote', false, 200, null, null)
$$;
comment on function private.address_fields() is
  'The fields of an address in order: whether each is required, its length in characters, how it is masked, and
its erased text. The optional ones are in private.order_details; the holder of the order sees them, and erasing
removes them.';

create function private.clean_address(typed jsonb, are_required boolean default true) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  unknown_field text;
  rule record;
  part text;
  cleaned jsonb := '{}'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    if are_required then
      perform private.refuse('address_invalid');
    end if;
    perform private.refuse('extras_invalid');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(typed) as key
  where key not in (select field from private.address_fields() where required = are_required);
  if found then
    perform private.refuse('unknown_field', unknown_field);
  end if;
  for rule in select * from private.address_fields() where required = are_required loop
    part := null;
    if jsonb_typeof(typed -> rule.field) = 'string' then
      part := private.clean_field(rule.field, typed -> rule.field, rule.max_length);
    elsif not rule.required and jsonb_typeof(typed -> rule.field) <> 'null' then
      perform private.refuse('extras_invalid', rule.field);
    end if;
    if rule.required and part is null then
      perform private.refuse('required', rule.field);
    end if;
    if rule.field = 'postalCode' and part !~ '^[A-Za-z0-9 -]{3,10}$' then
      perform private.refuse('postal_invalid', rule.field);
    end if;
    cleaned := cleaned || jsonb_build_object(rule.field, part);
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_address(jsonb, boolean) is
  'The required or the optional fields of an address as they are saved: exactly these, each cleaned, null where an
optional one is blank. Refuses invalid ones.';

create function private.is_erased(address jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- No valid address has this phone: clean_address() requires ten digits.
  select coalesce(address ->> 'phone' = '—', false)
$$;
comment on function private.is_erased(jsonb) is 'Whether an address is erased.';

create function private.mask_address(address jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when private.is_erased(address) then address else (
    select jsonb_object_agg(field, case mask
      when 'first letter' then left(address ->> field, 1) || '•••'
      when 'last digits' then '•••' || right(private.digits(address ->> field), 3)
      when 'hidden' then '•••'
      else address ->> field
    end)
    from private.address_fields() where required
  ) end
$$;
comment on function private.mask_address(jsonb) is
  'What a caller who only knows the id of an order may see of its address.';

/*
 * The prices of record: what a size costs when an order is placed, whatever a browser sends.
 *
 * The set_prices migrations fill the table from the same price list as the pages. A size that is no
 * longer sold becomes inactive instead of being deleted, so that it can be sold again.
 */

create table private.catalogue_sizes (
  product_id text not null,
  size text not null,
  name text not null,
  image text not null,
  -- Twenty lines of 999 units at the highest price fit the total of an order, numeric(12,2).
  unit_price numeric(8,2) not null check (unit_price > 0 and unit_price <= 500000),
  active boolean not null default true,
  primary key (product_id, size)
);

comment on table private.catalogue_sizes is 'The sizes of products and their prices, in rupees a unit.';

alter table private.catalogue_sizes enable row level security;
create policy "Nobody reads the prices of record through the API" on private.catalogue_sizes
  for all using (false);

create function private.price_items(items jsonb, out priced jsonb, out total numeric)
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
  sold private.catalogue_sizes;
  quantity numeric;
begin
  priced := '[]';
  total := 0;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  if jsonb_array_length(items) not between 1 and 20 then
    perform private.refuse('items_count');
  end if;

  for item in select * from jsonb_array_elements(items) loop
    if jsonb_typeof(item) is distinct from 'object'
      or jsonb_typeof(item -> 'id') is distinct from 'string'
      or jsonb_typeof(item -> 'size') is distinct from 'string'
      or jsonb_typeof(item -> 'quantity') is distinct from 'number'
      or jsonb_typeof(item -> 'price') is distinct from 'number' then
      perform private.refuse('item_invalid');
    end if;

    select * into sold from private.catalogue_sizes as listed
    where listed.product_id = item ->> 'id' and listed.size = item ->> 'size' and listed.active;
    if not found then
      perform private.refuse('item_unknown', left(item ->> 'id', 40));
    end if;

    quantity := (item ->> 'quantity')::numeric;
    if quantity not between 1 and 999 or quantity <> trunc(quantity) then
      perform private.refuse('quantity_invalid', sold.product_id);
    end if;
    if (item ->> 'price')::numeric <> sold.unit_price then
      perform private.refuse('price_changed', sold.product_id);
    end if;

    -- Containment: an earlier line with the same id and size, whatever its quantity.
    if priced @> jsonb_build_array(jsonb_build_object('id', sold.product_id, 'size', sold.size)) then
      perform private.refuse('duplicate_line', sold.product_id);
    end if;
    priced := priced || jsonb_build_array(jsonb_build_object(
      'id', sold.product_id, 'name', sold.name, 'image', sold.image,
      'price', sold.unit_price, 'quantity', quantity::integer, 'size', sold.size
    ));
    total := total + sold.unit_price * quantity::integer;
  end loop;
end
$$;
comment on function private.price_items(jsonb) is
  'The lines of an order with names, pictures and prices of record, and their sum in rupees. Refuses a price
that differs instead of correcting it, so that nobody pays a total that was never shown.';

create function private.units_of(items jsonb) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(sum((line ->> 'quantity')::integer), 0)::integer from jsonb_array_elements(items) as line
$$;
comment on function private.units_of(jsonb) is 'How many units the lines of an order are.';

create function private.check_prices(items jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  refusal jsonb;
begin
  perform private.price_items(items);
exception
  -- Saving the order refuses what is no list of lines.
  when data_exception then
    return;
  when sqlstate 'SHREF' then
    refusal := sqlerrm::jsonb -> 'body';
    if refusal ->> 'code' in ('price_changed', 'item_unknown') then
      perform private.refuse(refusal ->> 'code', refusal ->> 'field', 422, (
        select jsonb_strip_nulls(jsonb_build_object(
          -- A line without a price is not sold any more.
          'items', coalesce(jsonb_agg(jsonb_build_object(
            'id', line ->> 'id', 'size', line ->> 'size', 'price', sold.unit_price
          ) order by nth), '[]'),
          'total', sum(case
            when jsonb_typeof(line -> 'quantity') = 'number'
              and (line ->> 'quantity')::numeric between 1 and 999
            then sold.unit_price * (line ->> 'quantity')::numeric
          end)
        ))
        from jsonb_array_elements(items) with ordinality as listed (line, nth)
        left join private.catalogue_sizes as sold
          on sold.product_id = line ->> 'id' and sold.size = line ->> 'size' and sold.active
      ));
    end if;
end
$$;
comment on function private.check_prices(jsonb) is
  'Refuses lines with an old price or of an unknown size, with what all lines cost now: {items: {id, size,
price?}, total}, in rupees.';

/*
 * The statuses of an order, and what each means. docs/changing.md says what a new one needs.
 */

create type public.order_status as enum (
  'pending', 'processing', 'shipped', 'delivered', 'cancelled'
);
comment on type public.order_status is 'The statuses of an order, in the order of its way.';

create function private.is_open(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('pending', 'processing')
$$;
comment on function private.is_open(public.order_status) is
  'Whether an order with this status was not sent yet. What is neither open nor final is on its way.';

create function private.open_statuses() returns public.order_status[]
language sql stable set search_path = '' as $$
  select array(
    select status from unnest(enum_range(null::public.order_status)) as status
    where private.is_open(status)
  )
$$;
comment on function private.open_statuses() is
  'The statuses of open orders, for a condition that an index serves.';

create function private.is_final(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('delivered', 'cancelled')
$$;
comment on function private.is_final(public.order_status) is
  'Whether nothing of an order with this status is sent any more.';

create function private.counts_as_revenue(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status <> 'cancelled'
$$;
comment on function private.counts_as_revenue(public.order_status) is
  'Whether the total of an order with this status is revenue.';

/*
 * Orders: what a customer bought, at the prices of that day.
 *
 * The table holds what the admin may see, so that the admin can read whole rows. Nobody writes it through
 * the API: each act has its function. The proof that an order belongs to a device is in `private`. The id is a name that people read out on the phone, not a
 * secret: see docs/decisions/order-ids.md.
 */

create function private.shop_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (moment at time zone 'Asia/Karachi')::date
$$;
comment on function private.shop_day(timestamptz) is 'The day of a moment in the time zone of the shop.';

create extension if not exists pg_trgm with schema extensions;

create function private.short_ngrams(search_text text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select substr(search_text, start, length)
    from generate_series(1, length(search_text)) as start, generate_series(1, 2) as length
  )
$$;
comment on function private.short_ngrams(text) is
  'Every one and two characters of a text, for an index. Trigrams find no text shorter than three.';

create table public.orders (
  id text primary key check (id ~ '^[0-9A-Z]{8}$'),
  items jsonb not null,
  total numeric(12,2) not null check (total > 0),
  shipping_address jsonb not null,
  payment_method text not null check (payment_method = 'cash_on_delivery'),
  status public.order_status not null default 'pending',
  date timestamptz not null default now(),
  estimated_delivery date not null,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'),
  tracking_history jsonb not null default '[]',
  version integer not null default 1,
  phone_key text not null generated always as
    (private.phone_key(shipping_address ->> 'phone')) stored,
  search_text text not null default '',
  -- A courier's page shows name, phone and address for a tracking number.
  constraint erased_orders_stay_closed check (
    not private.is_erased(shipping_address)
    or (private.is_final(status) and tracking_number is null)
  )
);
create index orders_date_idx on public.orders (date desc, id desc);
create index orders_phone_key_idx on public.orders (phone_key, date desc, id desc);
create index orders_with_personal_data_idx on public.orders (date)
  where not private.is_erased(shipping_address);
create index orders_status_date_idx on public.orders (status, date, id);
create index orders_tracking_number_idx on public.orders (tracking_number)
  where tracking_number is not null;
create index orders_trigrams_idx on public.orders using gin (search_text extensions.gin_trgm_ops);
create index orders_short_ngrams_idx on public.orders using gin (private.short_ngrams(search_text));

comment on table public.orders is 'What customers bought. Only place_order() adds to it.';
comment on column public.orders.items is 'A list of {id, name, image, price, quantity, size}.';
comment on column public.orders.total is 'In rupees.';
comment on column public.orders.tracking_history is
  'A list of {status, at, by, trackingNumber?}, written by the database at each change.';
comment on column public.orders.version is
  'Counts the changes of the order and its details. An update names the version that it changes.';
comment on column public.orders.phone_key is 'Orders with the same phone key have the same phone.';
comment on column public.orders.search_text is
  'Id, name and its sound, city and its names, tracking number and phones, written by triggers. No search term has
a line end, so none matches across two.';

-- All but the first condition are always true. The planner expects each to hold for one row of 200,
-- and so estimates one row, however many orders there are. PostgREST returns that estimate to any user
-- who sends `Prefer: count=planned`.
alter table public.orders enable row level security;
create policy "Admins read orders" on public.orders
  for select to authenticated
  using (
    (select private.is_admin())
    and id || '' = id
    and status::text || '' = status::text
    and payment_method || '' = payment_method
  );
grant select on public.orders to authenticated;

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  priced_total numeric;
begin
  new.shipping_address := private.clean_address(new.shipping_address);
  select priced, total into new.items, priced_total from private.price_items(new.items);
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

create trigger prepare_order before insert on public.orders
  for each row execute function private.prepare_order();

/*
 * Which device an order belongs to: the one that has its token. Only a hash of the token is saved.
 */

create table private.order_keys (
  order_id text primary key references public.orders (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  first_tracked_at timestamptz,
  counted_in bigint not null default 0,
  reads integer not null default 0,
  changes integer not null default 0
);

comment on table private.order_keys is
  'Which device placed an order (a hash of its token), with which request, and when it was first tracked.';
comment on column private.order_keys.counted_in is
  'The number of the window in which reads are counted, of private.window_number().';
comment on column private.order_keys.reads is 'How often the device has read its order in that window.';
comment on column private.order_keys.changes is
  'How often the device has changed or cancelled its order or asked for help, in all.';

alter table private.order_keys enable row level security;
create policy "Nobody reads the keys of orders through the API" on private.order_keys
  for all using (false);

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.hash_token(text) is 'The token as it is saved. It cannot be computed back.';

create function private.lock_own_order(p jsonb) returns public.orders
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select own.* into o from public.orders as own
  join private.order_keys as key on key.order_id = own.id
  where own.id = p ->> 'id' and key.token_hash = private.hash_token(p ->> 'token')
  for update of own;
  if not found then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.is_refused('miss', 20) then
      perform private.refuse('rate_limited', null, 429);
    end if;
    perform private.refuse('not_found', null, 200);
  end if;
  return o;
end
$$;
comment on function private.lock_own_order(jsonb) is
  'The order of a request''s id and token, locked. Refuses a token that opens no order.';

/*
 * What is known of an order beside its columns: extras of the address, an advance, the courier, the source
 * of an order that an admin entered, and why it was cancelled. Most orders from the website have no row here.
 */

create table private.order_details (
  order_id text primary key references public.orders (id) on delete cascade,
  source text not null default 'website' check (source in ('website', 'phone', 'whatsapp')),
  advance numeric(12,2) not null default 0 check (advance >= 0),
  landmark text,
  second_phone text,
  rider_note text,
  courier text check (courier ~ '^[a-z0-9-]{1,40}$'),
  booked_at timestamptz,
  outcome text check (outcome in ('returned', 'refused')),
  cancel_reason text check (cancel_reason in ('changed_mind', 'wrong_order', 'too_late', 'other')),
  cancel_text text,
  admin_token_hash bytea check (octet_length(admin_token_hash) = 32),
  device_code_hash bytea check (octet_length(device_code_hash) = 32),
  message_id text check (message_id ~ '^[0-9A-Z]{8}$'),
  end_reason text check (end_reason in (
    'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other', 'joined'
  ))
);
create index order_details_message_id_idx on private.order_details (message_id)
  where message_id is not null;

comment on table private.order_details is
  'What an order has beside its columns. An order without a row is from the website and has none of it.';
comment on column private.order_details.advance is 'In rupees, paid before delivery.';
comment on column private.order_details.courier is 'The id of a courier in the settings file.';
comment on column private.order_details.booked_at is
  'When a courier or a tracking number was first set. A trigger computes it.';
comment on column private.order_details.outcome is 'How the delivery of a cancelled order failed.';
comment on column private.order_details.cancel_reason is 'Why a customer cancelled the order.';
comment on column private.order_details.admin_token_hash is
  'A hash of the token by which an admin entered the order, once.';
comment on column private.order_details.device_code_hash is
  'A hash of the code in the message by which a customer asked an admin to enter the order.';
comment on column private.order_details.end_reason is
  'Why an admin cancelled the order. A joined one goes with another order''s parcel.';
comment on column private.order_details.message_id is
  'The number in that message, where another order had it already.';

alter table private.order_details enable row level security;
create policy "Nobody reads the details of orders through the API" on private.order_details
  for all using (false);

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_search_text(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
declare
  second_phone text;
begin
  if private.is_erased(o.shipping_address) then
    return lower(o.id);
  end if;
  select details.second_phone into second_phone
  from private.order_details as details where details.order_id = o.id;
  return private.fold_letters(concat_ws(
    E'\n',
    o.id,
    o.shipping_address ->> 'fullName',
    o.shipping_address ->> 'city',
    o.tracking_number,
    private.phone_digits(o.shipping_address ->> 'phone'),
    nullif(private.phone_digits(second_phone), ''),
    (
      -- All names of the city, where the shop knows it.
      select coalesce(string_agg(distinct other.folded, ' ') || ' ' || lower(min(other.name)), '')
      from private.city_names as typed
      join private.city_names as other on other.name = typed.name
      where typed.folded
        = regexp_replace(private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g')
    )
  )) || E'\n' || private.sounds_of(o.shipping_address ->> 'fullName');
end
$$;
comment on function private.order_search_text(public.orders) is
  'What the search of the admin finds an order by.';

create function private.is_booked(o public.orders, details private.order_details) returns boolean
language sql immutable set search_path = '' as $$
  select details.booked_at is not null or o.tracking_number is not null or not private.is_open(o.status)
$$;
comment on function private.is_booked(public.orders, private.order_details) is
  'Whether a courier has or had the order, or it is not open any more. The details may be null.';

create function private.prepare_order_details() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = new.order_id;
  if new.advance > o.total then
    perform private.refuse('advance_invalid', 'advance');
  end if;
  if new.outcome is not null and o.status <> 'cancelled' then
    perform private.refuse('outcome_invalid', 'outcome');
  end if;
  new.booked_at := case
    when new.courier is not null or o.tracking_number is not null then coalesce(old.booked_at, now())
    when not private.is_open(o.status) then old.booked_at
  end;
  return new;
end
$$;
comment on function private.prepare_order_details() is
  'Validates details against their order, and computes when it was booked.';

create trigger prepare_order_details before insert or update on private.order_details
  for each row execute function private.prepare_order_details();

create function private.count_details_version() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  -- The triggers of orders add 1.
  update public.orders set version = version where id in (select order_id from changed);
  return null;
end
$$;
comment on function private.count_details_version() is
  'Makes a change of the details a new version of the order.';

-- At depth 0 only: what follow_order() changes is part of a version that is counted already.
create trigger count_inserted_details after insert on private.order_details
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0)
  execute function private.count_details_version();
create trigger count_updated_details after update on private.order_details
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0)
  execute function private.count_details_version();

create function private.follow_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_details set
    outcome = case new.status when 'cancelled' then outcome end,
    cancel_reason = case new.status when 'cancelled' then cancel_reason end,
    cancel_text = case new.status when 'cancelled' then cancel_text end,
    end_reason = case new.status when 'cancelled' then end_reason end
  where order_id = new.id;
  return null;
end
$$;
comment on function private.follow_order() is
  'Adapts the details to the new status and tracking number of their order.';

create trigger follow_order after update on public.orders
  for each row
  when ((old.status, old.tracking_number) is distinct from (new.status, new.tracking_number))
  execute function private.follow_order();

/*
 * Changes of an order after it was placed. The database writes the history that customers see, and a log
 * that they do not.
 */

create table private.order_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id text not null,
  actor text not null check (actor in ('admin', 'customer', 'system')),
  actor_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index order_audit_order_id_idx on private.order_audit (order_id);
create index order_audit_addresses_idx on private.order_audit (order_id)
  where before ? 'shippingAddress';

comment on table private.order_audit is
  'Who changed which order, when, from what to what. An order that is deleted takes its entries with it.';

alter table private.order_audit enable row level security;
create policy "Nobody reads the log of changes through the API" on private.order_audit
  for all using (false);

create function private.without_equal(part jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(part) = 'object' and jsonb_typeof(other) = 'object' then (
    select jsonb_object_agg(key, value) from jsonb_each(part)
    where value is distinct from other -> key
  ) else part end
$$;
comment on function private.without_equal(jsonb, jsonb) is
  'The fields of an object that differ from another one. Any other value as it is.';

create function private.log_changes(actor text, p_id text, before jsonb, after jsonb)
returns void
language sql volatile set search_path = '' as $$
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    p_id, actor, auth.uid(),
    jsonb_object_agg(key, private.without_equal(before -> key, value)),
    jsonb_object_agg(key, private.without_equal(value, before -> key))
  from jsonb_each(after)
  -- Lines and total are logged together: protect_order() reads both.
  where value is distinct from before -> key or (
    key in ('items', 'total', 'version') and after -> 'items' is distinct from before -> 'items'
  )
  having count(*) > 0
$$;
comment on function private.log_changes(text, text, jsonb, jsonb) is
  'Logs the parts of an order that an admin or a customer changes.';

create function private.protect_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  -- Generated columns are computed after this trigger.
  changeable text[] := array[
    'status', 'tracking_number', 'tracking_history', 'shipping_address', 'version', 'phone_key',
    'search_text'
  ];
begin
  if (new.items, new.total) is distinct from (old.items, old.total) then
    if exists (
      select from private.order_audit as entry
      where entry.order_id = old.id
        and entry.before @> jsonb_build_object(
          'version', old.version, 'items', old.items, 'total', old.total
        )
        and (entry.after -> 'items', entry.after -> 'total') = (new.items, to_jsonb(new.total))
    ) then
      changeable := changeable || array['items', 'total'];
    end if;
  end if;
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable) then
    raise exception using errcode = '42501', message = 'what was sold does not change';
  end if;
  if private.is_erased(old.shipping_address) and not private.is_erased(new.shipping_address) then
    raise exception using errcode = '42501', message = 'an erased order stays erased';
  end if;
  return new;
end
$$;
comment on function private.protect_order() is
  'Refuses a change of an erased address, and of what was sold, to every role. Lines and total change only
as the log says: private.correct_order() writes from which version to what.';

-- Triggers of one kind fire in the order of their names.
create trigger protect_order before update on public.orders
  for each row execute function private.protect_order();

create function private.history_without_numbers(tracking_history jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(change - 'trackingNumber' order by nth), '[]')
  from (
    select change, nth, lag(change ->> 'status') over (order by nth) as previous_status
    from jsonb_array_elements(tracking_history) with ordinality as history (change, nth)
  ) as changes
  -- An entry with the status of the entry before it is only about a tracking number.
  where change ->> 'status' is distinct from previous_status
$$;
comment on function private.history_without_numbers(jsonb) is
  'The changes of status of a history, without tracking numbers.';

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  entry jsonb := jsonb_build_object(
    'status', new.status,
    'at', now(),
    'by', coalesce(nullif(current_setting('shop.actor', true), ''), 'system')
  );
begin
  new.tracking_number := nullif(private.clean_text(new.tracking_number), '');
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
  new.search_text := private.order_search_text(new);
  return new;
end
$$;
comment on function private.write_order_history() is
  'Counts the version and adds a change to the history, whatever the statement sets. Erasing removes
tracking numbers.';

create trigger write_order_history before update on public.orders
  for each row execute function private.write_order_history();

create function private.log_order_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  values (
    new.id,
    new.tracking_history -> -1 ->> 'by',
    auth.uid(),
    jsonb_build_object('status', old.status, 'tracking_number', old.tracking_number),
    jsonb_build_object('status', new.status, 'tracking_number', new.tracking_number)
  );
  -- An order put back to pending waits its 15 seconds again, from the next time it is tracked.
  if new.status = 'pending' and old.status <> 'pending' then
    update private.order_keys set first_tracked_at = null where order_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.log_order_change() is 'Logs a change and restarts the 15 seconds of tracking.';

-- Erasing is logged in private.erasures: here its row would repeat the tracking number.
create trigger log_order_change after update on public.orders
  for each row
  when (
    (old.status, old.tracking_number) is distinct from (new.status, new.tracking_number)
    and private.is_erased(new.shipping_address) = private.is_erased(old.shipping_address)
  )
  execute function private.log_order_change();

/*
 * Notes of admins on an order. No customer sees them.
 */

create table private.order_notes (
  id bigint generated always as identity primary key,
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  note text not null
);
create index order_notes_order_id_idx on private.order_notes (order_id);

comment on table private.order_notes is 'What admins noted about an order. No customer sees it.';

alter table private.order_notes enable row level security;
create policy "Nobody reads the notes on orders through the API" on private.order_notes
  for all using (false);

-- Security definer: notes cannot be read through the API.
create function public.admin_add_note(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['id', 'note']);
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = p ->> 'id' for share;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  insert into private.order_notes (order_id, actor_id, note)
  values (o.id, auth.uid(), private.clean_note('note', p -> 'note', 1000));
  return private.respond(200, jsonb_build_object(
    'ok', true, 'notes', (select notes from private.order_pages where id = o.id)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_add_note(jsonb) to authenticated;
comment on function public.admin_add_note(jsonb) is
  'Adds a note to an order, {id, note}, and returns its notes, for admins.';

-- Security definer: as public.admin_add_note().
create function public.admin_delete_note(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.order_notes as saved
  where saved.order_id = p ->> 'id' and to_jsonb(saved.id) = p -> 'note';
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'notes', coalesce((select notes from private.order_pages where id = p ->> 'id'), '[]')
  ));
end
$$;
grant execute on function public.admin_delete_note(jsonb) to authenticated;
comment on function public.admin_delete_note(jsonb) is
  'Deletes the note with the id {note} of order {id} for good, and returns its notes, for admins.';

/*
 * Requests for help with a delivered order: damaged, or a wrong item. An order has one request, and customer
 * and admin see its state. Photos are sent by WhatsApp.
 *
 * A request has the order's token, or its number and phone, like find_order(). Who knows both cannot use up what
 * the order's device may do: an order has one request, and one by phone is no change.
 */

create table private.help_requests (
  id bigint generated always as identity primary key,
  order_id text not null unique references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('damaged', 'wrong_item')),
  text text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed'))
);
create index open_help_requests_idx on private.help_requests (id) where state = 'open';

comment on table private.help_requests is
  'What a customer reported about a delivered order. Customer and admin see it and its state.';

alter table private.help_requests enable row level security;
create policy "Nobody reads the requests for help through the API" on private.help_requests
  for all using (false);

-- Security definer: customers have no right to any table.
create function public.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_holder constant boolean := coalesce(not p ? 'phone', true);
  found_id text;
  refusal jsonb;
  o public.orders;
  typed text;
  saved private.help_requests;
begin
  perform private.require_plain_call();
  perform private.check_request(
    p, 16384, array['id', case when is_holder then 'token' else 'phone' end, 'kind', 'text']
  );
  if is_holder then
    o := private.lock_own_order(p);
  else
    select * into found_id, refusal from private.find_by_phone(p);
    if refusal is not null then
      return refusal;
    end if;
    select * into o from public.orders where id = found_id for update;
    -- It may have been erased meanwhile.
    if o.phone_key is distinct from private.phone_key(p ->> 'phone') then
      perform private.refuse('not_found', null, 200);
    end if;
  end if;

  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);
  select * into saved from private.help_requests where order_id = o.id;
  -- A retry whose response was lost gets the response of the first.
  if (saved.kind, saved.text) <> (p ->> 'kind', typed) then
    perform private.refuse('request_exists', null, 409);
  elsif saved.id is null then
    perform private.check_changes(o, is_holder);
    if o.status <> 'delivered' then
      perform private.refuse('not_delivered', null, 409);
    end if;
    if private.shop_day(now()) > 3 + private.shop_day((
      select max((change ->> 'at')::timestamptz)
      from jsonb_array_elements(private.history_without_numbers(o.tracking_history)) as change
      where change ->> 'status' = 'delivered'
    )) then
      perform private.refuse('too_late', null, 409);
    end if;
    insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  end if;
  -- A report by phone is none of the ten changes of the order's device.
  if is_holder then
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SHREF' then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
grant execute on function public.request_help(jsonb) to anon, authenticated;
comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}. An order has one report.';

create view private.reports as
  select request.id, o.id as "orderId", request.at, request.kind, request.text, request.state,
    o.shipping_address ->> 'fullName' as "fullName", o.shipping_address ->> 'phone' as phone
  from private.help_requests as request join public.orders as o on o.id = request.order_id;
comment on view private.reports is
  'Requests for help as the API has them, with the name and the phone of their orders.';

-- Security definer: requests cannot be read through the API.
create function public.admin_help_requests(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  newer_than constant numeric := case when older_than is null then (p ->> 'newer')::numeric end;
  shown bigint[];
  oldest numeric;
  newest numeric;
begin
  perform private.require_admin();
  if newer_than is null then
    shown := array(
      select id from private.help_requests
      where (older_than is null or id < older_than) and (p ->> 'state' is null or state = p ->> 'state')
      order by id desc limit page_size
    );
  else
    shown := array(
      select id from private.help_requests
      where id > newer_than and (p ->> 'state' is null or state = p ->> 'state')
      order by id limit page_size
    );
  end if;
  -- Beside a page without rows is the one that led to it.
  select coalesce(min(id), newer_than + 1), coalesce(max(id), older_than - 1)
  into oldest, newest from unnest(shown) as id;
  return private.respond(200, jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(report) order by id desc), '[]')
      from private.reports as report where id = any (shown)
    ),
    'open', (select open_requests from private.waiting),
    'older', case when exists (
      select from private.help_requests
      where id < oldest and (p ->> 'state' is null or state = p ->> 'state')
    ) then oldest end,
    'newer', case when exists (
      select from private.help_requests
      where id > newest and (p ->> 'state' is null or state = p ->> 'state')
    ) then newest end
  ));
end
$$;
grant execute on function public.admin_help_requests(jsonb) to authenticated;
comment on function public.admin_help_requests(jsonb) is
  'A page of requests for help for {state?, older?, newer?}, newest first, and how many are open. For admins.';

-- Security definer: as public.admin_help_requests().
create function public.admin_mark_help_request(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request private.help_requests;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'state']);
  if coalesce(p ->> 'state', '') not in ('open', 'answered', 'closed') then
    perform private.refuse('bad_field', 'state');
  end if;
  update private.help_requests set state = p ->> 'state' where order_id = p ->> 'id'
  returning * into request;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'request', (select to_jsonb(report) from private.reports as report where report.id = request.id),
    'unread', (select unread from private.waiting)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_mark_help_request(jsonb) to authenticated;
comment on function public.admin_mark_help_request(jsonb) is
  'Sets the state of the request for help with the order of {id, state}, for admins.';

/*
 * Orders that were saved although a limit was reached. Customers share an address, and others know a phone, so
 * such an order is marked for the admin instead of refused: docs/decisions/limits.md. It is marked until a
 * decision ends its mark, and a sheet leaves it out until then. A group is the orders with the same mark and
 * group key.
 */

create table private.mark_decisions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null check (act in ('release', 'discard')),
  mark text,
  group_key text,
  orders integer not null default 0,
  undone_at timestamptz
);

comment on table private.mark_decisions is
  'Who released or discarded marked orders, when, and how many. Without a mark: single orders.';

alter table private.mark_decisions enable row level security;
create policy "Nobody reads the decisions on marked orders through the API" on private.mark_decisions
  for all using (false);

create table private.marked_orders (
  order_id text not null references public.orders (id) on delete cascade,
  mark text not null
    check (mark in ('many_from_connection', 'many_of_phone', 'unconfirmed', 'large_amount')),
  group_key text not null check (group_key ~ '^[0-9a-f]{12}$'),
  marked_at timestamptz not null default now(),
  decision_id bigint references private.mark_decisions (id),
  order_date timestamptz not null,
  primary key (order_id, mark)
);
create index marked_orders_mark_idx on private.marked_orders (mark, order_date, order_id)
  where decision_id is null;
create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_date, order_id)
  where decision_id is null;
create index marked_orders_decision_idx on private.marked_orders (decision_id, order_id);

comment on table private.marked_orders is
  'Orders above a limit. A sheet leaves them out until an admin has looked at them.';
comment on column private.marked_orders.group_key is
  'Orders with the same mark for the same reason share it: part of a keyed hash, of which nobody reads an
address or a phone.';
comment on column private.marked_orders.decision_id is 'What ended the mark. Null while nobody has decided.';
comment on column private.marked_orders.order_date is
  'The date of the order, which never changes, for an index: a list is in its order.';

alter table private.marked_orders enable row level security;
create policy "Nobody reads the marked orders through the API" on private.marked_orders
  for all using (false);

-- In plpgsql, which caches its plans, like the functions that follow: every new order waits for them.
create function private.mark_order(o public.orders, mark text, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.marked_orders (order_id, mark, group_key, order_date)
  values (o.id, mark, left(encode(private.hash_counted(mark, reason), 'hex'), 12), o.date)
  on conflict do nothing;
end
$$;
comment on function private.mark_order(public.orders, text, text) is
  'Marks an order. Orders with the same mark and reason are one group.';

create function private.is_one_of_many(o public.orders) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  -- An order that is saved at the same moment is one of many too. Nobody waits for it.
  return not pg_try_advisory_xact_lock(hashtextextended('phone:' || o.phone_key, 0)) or (
    select count(*) = 5 from (
      select from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id
        and other.date > now() - interval '24 hours' and private.is_open(other.status)
      limit 5
    ) as others
  );
end
$$;
comment on function private.is_one_of_many(public.orders) is
  'Whether the phone of an order has five other open orders of the last 24 hours.';

create function private.mark_new_order(o public.orders, earlier jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client constant text := private.client_address();
  max_orders_of_client constant integer := 300;
  days constant integer := 28;
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders_of_hour bigint;
begin
  -- Where there is no room to count, an order is not marked.
  if private.change_count('saved', client, 1, max_orders_of_client) > max_orders_of_client then
    perform private.mark_order(o, 'many_from_connection', client || private.shop_day(o.date));
  end if;
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o, 'large_amount', o.phone_key);
  end if;
  -- A device with an order of this phone from the days before proves that the phone is its customer's.
  if earlier is not null and exists (
    select from private.order_keys as key
    join public.orders as other on other.id = key.order_id
    where key.order_id = earlier ->> 'id' and key.token_hash = private.hash_token(earlier ->> 'token')
      and other.phone_key = o.phone_key and other.status <> 'cancelled'
      and other.date <= now() - interval '24 hours'
  ) then
    return;
  end if;
  if private.is_one_of_many(o) then
    perform private.mark_order(o, 'many_of_phone', o.phone_key);
  end if;
  max_orders_of_hour := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
  if exists (
    select from public.orders where date > now() - interval '1 hour'
    order by date desc offset max_orders_of_hour limit 1
  ) then
    -- Not as a date: a caller may choose the time zone of its request.
    perform private.mark_order(o, 'unconfirmed', floor(extract(epoch from o.date) / 3600)::text);
  end if;
end
$$;
comment on function private.mark_new_order(public.orders, jsonb) is
  'Marks a saved order that is above a limit: docs/product.md, section 17. The {id, token} of an earlier order
may prove whose phone it is.';

-- Without sequential scans and planned for the values of each call, as private.scan_list().
create function private.undecided_orders(p_mark text, p_group text, p_ids text[])
returns setof private.marked_orders
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query select marked.* from private.marked_orders as marked
  join private.unbooked_orders as o on o.id = marked.order_id
  where marked.decision_id is null
    and (p_mark is null or marked.mark = p_mark)
    and (p_group is null or marked.group_key = p_group)
    and (p_ids is null or marked.order_id = any (p_ids));
end
$$;
comment on function private.undecided_orders(text, text, text[]) is
  'The marks that keep open orders out of sheets: all, or those of this mark, group or list of orders. What
was booked or closed all the same is left out.';

/*
 * Confirming orders before they are packed. Each contact about an order is an attempt. Attempts are only added,
 * and what an order's confirmation is follows from them by their time, in whatever order they arrive. Nothing is
 * cancelled by itself.
 */

create table private.confirmation_attempts (
  id uuid primary key,
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('admin', 'customer')),
  actor_id uuid,
  act text not null check (act in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume')),
  reason text check (reason in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')),
  text text
);
create index confirmation_attempts_order_idx on private.confirmation_attempts (order_id, at, id);

comment on table private.confirmation_attempts is
  'What came of each contact with a customer about an order. Rows are only added.';
comment on column private.confirmation_attempts.id is 'Made by the device, so that a retry adds nothing.';
comment on column private.confirmation_attempts.at is 'When it was made, which may be before it arrived.';
comment on column private.confirmation_attempts.act is
  'What was said. "reset" takes a yes back, "resume" ends a hold.';

alter table private.confirmation_attempts enable row level security;
create policy "Nobody reads the attempts to confirm through the API" on private.confirmation_attempts
  for all using (false);

create type private.confirmation as (
  confirmed_at timestamptz, confirmed_by text, held_at timestamptz, reason text, text text,
  no_answers integer, last_act text, last_at timestamptz
);
comment on type private.confirmation is
  'What follows from the attempts of an order: when and by whom it was confirmed, since when and why it is held,
how often there was no answer, and the last attempt.';

-- In plpgsql, which caches its plans: every row of the queue calls it.
create function private.confirmation_of(p_id text) returns private.confirmation
language plpgsql stable set search_path = '' as $$
declare
  result private.confirmation;
  attempt private.confirmation_attempts;
begin
  result.no_answers := 0;
  for attempt in
    select * from private.confirmation_attempts where order_id = p_id order by at, id
  loop
    case attempt.act
      when 'yes' then
        result.confirmed_at := attempt.at;
        result.confirmed_by := attempt.actor;
      when 'reset' then
        result.confirmed_at := null;
        result.confirmed_by := null;
      when 'hold' then
        result.held_at := attempt.at;
        result.reason := attempt.reason;
        result.text := attempt.text;
      when 'resume' then
        result.held_at := null;
        result.reason := null;
        result.text := null;
      when 'no_answer' then
        result.no_answers := result.no_answers + 1;
      else null;
    end case;
    result.last_act := attempt.act;
    result.last_at := attempt.at;
  end loop;
  return result;
end
$$;
comment on function private.confirmation_of(text) is 'What follows from the attempts of an order.';

create function private.is_known(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not private.is_erased(o.shipping_address) and (
    select count(*) filter (where other.status = 'delivered') >= 2 and count(details.outcome) = 0
    from public.orders as other
    left join private.order_details as details on details.order_id = other.id
    where other.phone_key = o.phone_key and other.id <> o.id
  );
end
$$;
comment on function private.is_known(public.orders) is
  'Whether the phone of an order has two delivered orders and none that came back: it needs no confirmation.';

create function private.due_at(confirmation private.confirmation, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  due := (case confirmation.last_act
    when 'no_answer' then confirmation.last_at + interval '2 hours'
    when 'later' then confirmation.last_at + interval '3 hours'
    when 'tomorrow' then confirmation.last_at + interval '1 day'
  end) at time zone zone;
  if confirmation.last_act = 'tomorrow' then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  elsif extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day' + lower(hours) * interval '1 hour';
  elsif extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;
comment on function private.due_at(private.confirmation, int4range) is
  'When an order is to be tried again, within these hours of Karachi; null where nothing postponed it.';

create function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  confirmation constant private.confirmation := private.confirmation_of(o.id);
begin
  return jsonb_build_object(
    'state', case
      when confirmation.held_at is not null then 'held'
      when confirmation.confirmed_at is not null then 'confirmed'
      when private.is_known(o) then 'known'
      when confirmation.no_answers >= 3 then 'unreached'
      else 'open'
    end,
    'at', coalesce(confirmation.held_at, confirmation.confirmed_at),
    'by', confirmation.confirmed_by,
    'reason', confirmation.reason,
    'text', confirmation.text,
    'noAnswers', confirmation.no_answers,
    'lastAct', confirmation.last_act,
    'lastAt', confirmation.last_at
  );
end
$$;
comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON: its state is held, confirmed, known, unreached (three times no answer,
which waits for the admin''s decision) or open.';

-- Security definer: the API writes no table.
create function public.admin_add_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  said text;
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'attempt', 'act', 'at', 'reason', 'text']);
  if coalesce(p ->> 'attempt', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('bad_field', 'attempt');
  end if;
  if coalesce(p ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(p ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (p ->> 'act' = 'hold') <> (p ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline. A clock that is ahead would make its attempt the last one for a while.
  if coalesce((p ->> 'at')::timestamptz not between now() - interval '7 days' and now() + interval '2 minutes', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if p ->> 'text' ~ '\S' then
    said := private.clean_note('text', p -> 'text', 300);
  end if;
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  insert into private.confirmation_attempts (id, order_id, at, actor, actor_id, act, reason, text)
  values (
    (p ->> 'attempt')::uuid, o.id, (p ->> 'at')::timestamptz, 'admin', auth.uid(), p ->> 'act',
    p ->> 'reason', said
  )
  on conflict (id) do nothing;
  delete from private.order_leases where order_id = o.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'status', o.status,
    'confirmation', private.confirmation_json(o),
    'attempts', (select attempts from private.order_pages where id = o.id)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_add_attempt(jsonb) to authenticated;
comment on function public.admin_add_attempt(jsonb) is
  'Adds an attempt to confirm an order, once per its own id: {id, attempt, act, at, reason?, text?}; only a hold
has a reason. For admins. Responds with what follows from all attempts, and the status.';

/*
 * What customers did with their orders, for the admin: changed, cancelled, confirmed by the link, or asked for
 * help. An order is marked until the admin has opened it since.
 */

create table private.acts_seen (
  order_id text primary key references public.orders (id) on delete cascade,
  at timestamptz not null default now()
);

comment on table private.acts_seen is 'When an admin last opened an order that its customer had changed.';

alter table private.acts_seen enable row level security;
create policy "Nobody reads when orders were opened through the API" on private.acts_seen
  for all using (false);

create index order_audit_customer_idx on private.order_audit (at) where actor = 'customer';
create index confirmation_attempts_customer_idx on private.confirmation_attempts (at)
  where actor = 'customer';
create index help_requests_at_idx on private.help_requests (at);

create view private.customer_acts as
  select entry.order_id, entry.at,
    case when entry.after ? 'cancelReason' then 'cancelled' else 'changed' end as act
  from private.order_audit as entry
  -- A change of status has an entry of its own.
  where entry.actor = 'customer' and not entry.after ? 'status'
  union all
  select order_id, at, 'confirmed' from private.confirmation_attempts where actor = 'customer'
  union all
  select order_id, at, 'asked' from private.help_requests;
comment on view private.customer_acts is
  'What customers did: changed, cancelled, confirmed or asked for help.';

-- Security definer: the log cannot be read through the API.
create function public.admin_customer_acts(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  since constant timestamptz := coalesce((p ->> 'after')::timestamptz, now());
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object(
      'newest', greatest(since, max(acts.at)),
      'acts', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'act', acts.act, 'at', acts.at
          )
          order by acts.at desc
        ) filter (where o.id is not null and (seen.at >= acts.at) is not true),
        '[]'
      )
    )
    from (select * from private.customer_acts where at > since order by at desc limit 100) as acts
    left join public.orders as o on o.id = acts.order_id
    left join private.acts_seen as seen on seen.order_id = acts.order_id
  ));
end
$$;
grant execute on function public.admin_customer_acts(jsonb) to authenticated;
comment on function public.admin_customer_acts(jsonb) is
  'What customers did after this moment and no admin has seen, newest first and at most 100: {after?}. Without one,
the moment to ask from. For admins.';

-- Security definer: the API writes no table.
create function public.admin_see_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if exists (select from public.orders where id = p ->> 'id') then
    insert into private.acts_seen (order_id) values (p ->> 'id')
    on conflict (order_id) do update set at = now();
  end if;
  return private.respond(200, '{"ok": true}');
end
$$;
grant execute on function public.admin_see_order(jsonb) to authenticated;
comment on function public.admin_see_order(jsonb) is
  'Notes that the admin has opened the order of {id}: what its customer did before is no mark any more.';

/*
 * Messages to customers by WhatsApp: which chats the admin opened, and the texts of the messages. WhatsApp
 * restricts numbers that start many chats, so new ones are counted.
 */

create table private.told_messages (
  id uuid primary key,
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null check (kind in ('confirm', 'shipped', 'failed', 'delivered', 'other')),
  language text not null check (language in ('en', 'ur-Latn')),
  phone_key text not null
);
create index told_messages_order_idx on private.told_messages (order_id, at);
create index told_messages_phone_idx on private.told_messages (phone_key, at);
create index told_messages_at_idx on private.told_messages (at);

comment on table private.told_messages is 'Chats that the admin opened with a message about an order.';
comment on column private.told_messages.id is 'Made by the device, so that a retry adds nothing.';
comment on column private.told_messages.phone_key is 'Of the customer. Empty once it is erased.';

alter table private.told_messages enable row level security;
create policy "Nobody reads the messages to customers through the API" on private.told_messages
  for all using (false);

create view private.new_chats as
  select count(distinct told.phone_key) as chats from private.told_messages as told
  where told.at > now() - interval '1 hour' and not exists (
    select from private.told_messages as earlier
    where earlier.phone_key = told.phone_key and earlier.at <= now() - interval '1 hour'
  );
comment on view private.new_chats is 'How many new chats were opened in the last hour.';

create function private.is_told(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.told_messages where order_id = p_id and kind = 'shipped')
$$;
comment on function private.is_told(text) is 'Whether the customer was told that the order is on its way.';

-- Security definer: the API writes no table.
create function public.admin_tell(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'message', 'kind', 'language']);
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  insert into private.told_messages (id, order_id, actor_id, kind, language, phone_key)
  values (
    (p ->> 'message')::uuid, o.id, auth.uid(), p ->> 'kind', p ->> 'language', o.phone_key
  )
  on conflict (id) do nothing;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_tell(jsonb) to authenticated;
comment on function public.admin_tell(jsonb) is
  'Notes that the admin opened a chat about an order, once per its own id: {id, message, kind, language}. For
admins. Responds with all messages about the order, and how many new chats the last hour had.';

create table private.message_templates (
  kind text not null check (kind in ('confirm', 'shipped', 'failed', 'delivered')),
  language text not null check (language in ('en', 'ur-Latn')),
  text text not null,
  primary key (kind, language)
);

comment on table private.message_templates is
  'Texts of messages that the admin changed. Those without a row are in src/admin/messages-to-customers.';

alter table private.message_templates enable row level security;
create policy "Nobody reads the templates of messages through the API" on private.message_templates
  for all using (false);

-- Security definer: the templates cannot be read through the API.
create function public.admin_templates() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('chats', (select chats from private.new_chats), 'templates', (
    select coalesce(
      jsonb_agg(jsonb_build_object('kind', kind, 'language', language, 'text', text) order by kind, language),
      '[]'
    )
    from private.message_templates
  )));
end
$$;
grant execute on function public.admin_templates() to authenticated;
comment on function public.admin_templates() is
  'The changed templates of messages and how many new chats the last hour had, as {templates: [{kind, language,
text}], chats}, for admins.';

-- Security definer: the API writes no table.
create function public.admin_save_template(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 8192, array['kind', 'language', 'text']);
  if p -> 'text' = 'null' then
    delete from private.message_templates
    where kind = p ->> 'kind' and language = p ->> 'language';
  else
    insert into private.message_templates (kind, language, text)
    values (p ->> 'kind', p ->> 'language', private.clean_note('text', p -> 'text', 1000))
    on conflict (kind, language) do update set text = excluded.text;
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_template(jsonb) to authenticated;
comment on function public.admin_save_template(jsonb) is
  'Saves the text of a message for admins: {kind, language, text}. Null brings the text of the shop back.';

/*
 * An order as JSON: in full or masked for its page, and as a row of the admin's list with what is worth a look
 * before it is sent. No customer sees marks.
 */

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
begin
  select * into details from private.order_details where order_id = o.id;
  return jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', private.is_booked(o, details),
    'mayChange', is_holder and not private.is_booked(o, details),
    'paymentMethod', o.payment_method,
    'masked', not is_full,
    'shippingAddress',
      case when is_full then o.shipping_address else private.mask_address(o.shipping_address) end,
    -- The page of a courier shows name, phone and address for a tracking number.
    'trackingNumber', case when is_full then o.tracking_number end,
    'trackingHistory', case
      when is_full then o.tracking_history
      else private.history_without_numbers(o.tracking_history)
    end,
    'courier', case when is_full then details.courier end,
    'landmark', case when is_full then details.landmark end,
    'secondPhone', case when is_full then details.second_phone end,
    'riderNote', case when is_full then details.rider_note end,
    'outcome', case when is_full then details.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end
  );
end
$$;
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its details as JSON, in full or masked. Its holder may change it until it is booked.';

create function private.respond_order(
  p_id text, is_holder boolean default false, http_status integer default 200
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p_id;
  return private.respond(http_status, jsonb_build_object(
    'ok', true, 'order', private.order_json(o, true, is_holder)
  ));
end
$$;
comment on function private.respond_order(text, boolean, integer) is
  'Responds with a saved order in full.';

create function private.refuse_change(code text, o public.orders, is_holder boolean) returns void
language sql volatile set search_path = '' as $$
  select private.refuse(
    code, null, 409, jsonb_build_object('order', private.order_json(o, true, is_holder))
  )
$$;
comment on function private.refuse_change(text, public.orders, boolean) is
  'Refuses a change that came too late, with the order as it is now.';

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  marks text[] := array(
    select mark from private.marked_orders
    where order_id = o.id and decision_id is null
    union all
    select 'many_wrong_finds' from private.wrong_finds
    where order_id = o.id and limit_reached_at is not null
    union all
    -- The last change of its customer, until the admin has opened the order since. A change of status has an
    -- entry of its own.
    (
      select case when entry.after ? 'cancelReason' then 'customer_cancelled' else 'customer_changed' end
      from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer' and not entry.after ? 'status'
        and entry.at > now() - interval '14 days'
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
      order by entry.id desc limit 1
    )
    order by mark
  );
begin
  if private.units_of(o.items) > 10 then
    marks := marks || text 'unusual_quantity';
  end if;
  -- An erased order has no phone.
  if private.is_erased(o.shipping_address) then
    return to_jsonb(marks);
  end if;
  if private.phone_digits(o.shipping_address ->> 'phone') !~ '^3([0-247]\d|3[0-79]|55|64)\d{7}$' then
    marks := marks || text 'not_mobile';
  end if;
  if o.status <> 'cancelled' and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when details.outcome is null then 'cancelled_before' else 'returned_before' end
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    where earlier.status = 'cancelled' and details.end_reason is distinct from 'joined'
    order by 1
  ));
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';

create function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'units', private.units_of(o.items),
        'items', o.items,
        'courier', details.courier,
        'advance', coalesce(details.advance, 0),
        'booked', private.is_booked(o, details),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', details.outcome,
        'endReason', details.end_reason,
        'isTold', o.status = 'shipped' and private.is_told(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;
comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

/*
 * Limits for callers, counted in windows of ten minutes: docs/decisions/limits.md. They are by what was done,
 * not by who shares an address.
 *
 * The counts of a client are values of sequences, because a rollback does not undo setval(). A request that
 * makes PostgREST fail after the function has counted is rolled back and remains counted. No IP address is
 * stored: an entry holds a part of a keyed hash. Counts of an order are in rows of that order, where no other
 * count replaces them.
 *
 * The 512 sequences are 32 sets of 16. A value is one entry: 24 bits of the window's number, 30 bits
 * that identify what is counted, one bit that says whether it is full, and 9 bits of the count.
 */

-- In plpgsql, which caches its plans: every new order is counted.
create function private.client_header() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return case
    when headers ->> 'cf-connecting-ip' <> '' then 'cf-connecting-ip'
    when headers ->> 'x-forwarded-for' <> '' then 'x-forwarded-for'
  end;
end
$$;
comment on function private.client_header() is
  'The name of the request header that private.client_address() reads, or null.';

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  hop text;
  address inet;
begin
  -- The gateway in front of the API writes the last hop. A caller can write the others.
  hop := btrim(regexp_replace(headers ->> private.client_header(), '^.*,', ''));
  address := regexp_replace(hop, '^::ffff:(?=\d+\.)', '', 'i')::inet;
  -- A household or a phone has a whole /64 network of IPv6 addresses.
  return case family(address)
    when 4 then host(address) else network(set_masklen(address, 64))::text
  end;
exception
  when invalid_text_representation then
    return null;
end
$$;
comment on function private.client_address() is
  'The client that a request is counted for: an IPv4 address, an IPv6 network, or null.';

create table private.limit_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

comment on table private.limit_salt is
  'A random key for the hashes of the limits, so that no caller can choose where it is counted.';

alter table private.limit_salt enable row level security;
create policy "Nobody reads the salt through the API" on private.limit_salt
  for all using (false);

insert into private.limit_salt default values;

create function private.hash_counted(purpose text, client text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return (
    select sha256(salt || convert_to(purpose || ' ' || client, 'UTF8')) from private.limit_salt
  );
end
$$;
comment on function private.hash_counted(text, text) is 'The keyed hash that identifies a count.';

create function private.window_number() returns bigint
language sql stable set search_path = '' as $$
  select floor(extract(epoch from now()) / 600)::bigint
$$;
comment on function private.window_number() is 'The number of the window of ten minutes that is open now.';

do $$
begin
  for slot in 0..511 loop
    execute format('create sequence private.limit_%s', slot);
  end loop;
end
$$;

create function private.change_count(purpose text, client text, change integer, max_count integer)
returns integer
language plpgsql volatile set search_path = '' as $$
declare
  full_bit constant bigint := 512;
  hash constant bytea := private.hash_counted(purpose, client);
  set_number constant integer := get_byte(hash, 0) % 32;
  identity constant bigint := ('x' || encode(substr(hash, 2, 4), 'hex'))::bit(32)::bigint >> 2;
  open_window constant bigint := private.window_number();
  entry constant bigint := (open_window << 30) + identity;
  slot regclass;
  value bigint;
  counted integer;
begin
  if client is null then
    return 0;
  end if;
  begin
    perform pg_advisory_xact_lock(hashtextextended('limit:' || set_number, 0));
    -- The client's own entry; else the oldest; within one window the lowest that is not full.
    select sequence, last_value into slot, value
    from generate_series(set_number * 16, set_number * 16 + 15) as nth,
      cast('private.limit_' || nth as regclass) as sequence,
      coalesce(pg_sequence_last_value(sequence), 0) as last_value
    order by last_value >> 10 <> entry, last_value >> 40, last_value & 1023
    limit 1;
    -- Where all entries are full none of them is replaced, or a caller could empty its own.
    if value >> 10 = entry or value >> 40 < open_window or value & full_bit = 0 then
      counted := case when value >> 10 = entry then value & 511 else 0 end;
      counted := least(greatest(counted + change, 0), 511);
      perform setval(
        slot,
        (entry << 10) + case when counted >= max_count then full_bit else 0 end + counted
      );
    end if;
    -- Ends the subtransaction and releases its lock, which would otherwise last until the request ends.
    raise exception using errcode = 'SH000';
  exception
    when sqlstate 'SH000' then
      return counted;
  end;
end
$$;
comment on function private.change_count(text, text, integer, integer) is
  'Adds to the count of a client in the window that is open now, and returns the count, at most 511; or null
where there is no room for it. An entry that has reached the maximum is full, and is never replaced in its
window. A rollback does not undo it. Without a client nothing is counted.';

create function private.is_refused(purpose text, max_count integer) returns boolean
language sql volatile set search_path = '' as $$
  -- Where there is no room to count, guessing is closed.
  select coalesce(
    private.change_count(purpose, private.client_address(), 1, max_count) > max_count, true
  )
$$;
comment on function private.is_refused(text, integer) is
  'Counts a request that may be a guess. Returns whether the client is over the limit.';

-- Which request headers reach the API depends on the host, so a check compares this with what it
-- expects: docs/decisions/limits.md.
-- Security definer: the function that reads the headers is not granted to any caller.
create function public.admin_client() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'address', private.client_address(), 'header', private.client_header()
  ));
end
$$;
grant execute on function public.admin_client() to authenticated;
comment on function public.admin_client() is
  'The {address, header} that requests of this admin are counted under, null where none is readable.';

/*
 * The run: one order at a time, until all are confirmed. An order is leased to a device for 15 minutes, so that
 * two devices never call the same customer.
 */

create table private.order_leases (
  order_id text primary key references public.orders (id) on delete cascade,
  device text not null check (device ~ '^[A-Za-z0-9_-]{8,64}$'),
  ends_at timestamptz not null
);

comment on table private.order_leases is 'Which device has an open order of the run on its screen.';

alter table private.order_leases enable row level security;
create policy "Nobody reads the leases of orders through the API" on private.order_leases
  for all using (false);

create function private.orders_of_run(hours int4range)
returns table (id text, is_due boolean, is_marked boolean, date timestamptz, total numeric)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query
  select
    o.id,
    coalesce(private.due_at(confirmation, hours) <= now(), true) and confirmation.no_answers < 3,
    private.order_marks(o) <> '[]',
    o.date,
    o.total
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  cross join lateral private.confirmation_of(o.id) as confirmation
  where o.status = any (private.open_statuses()) and not private.is_booked(o, details)
    and confirmation.held_at is null and confirmation.confirmed_at is null and not private.is_known(o);
end
$$;
comment on function private.orders_of_run(int4range) is
  'The orders that are to be confirmed, and whether each is due: not postponed, and tried fewer than three times.';

-- Security definer: leases cannot be read through the API.
create function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  hours := int4range((p ->> 'from')::integer, (p ->> 'until')::integer);
  if lower(hours) is null or upper(hours) is null or hours <@ int4range(0, 25) is not true then
    perform private.refuse('bad_field', 'from');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  select queued.id into next_id
  from private.orders_of_run(hours) as queued
  left join private.order_leases as lease on lease.order_id = queued.id
  where queued.is_due and not coalesce(p -> 'skip', '[]') ? queued.id
    and (lease.device is null or lease.device = p ->> 'device')
  order by lease.device is null, queued.is_marked desc, queued.total >= 5000 desc, queued.date, queued.id
  limit 1;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'id', next_id,
    'left', (
      select jsonb_build_object(
        'due', count(*) filter (where is_due),
        'postponed', count(*) filter (where not is_due)
      )
      from private.orders_of_run(hours)
    ),
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_next_order(jsonb) to authenticated;
comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?}, with the hours of calls
and ids that the device passed over. Responds with its id or null, how many are left, and how many new chats the
last hour had. Marked orders come first, then those of 5,000 rupees and more, then the oldest. For admins.';

/*
 * The confirm link: a message of the admin ends in the order's URL with a code in its fragment. Whoever has the
 * code confirms, changes or cancels the order once, in any browser. A code is two parts: the first finds it, the
 * second proves it and is saved as a hash only. So wrong tries count at a code whose first part is known, and
 * who knows only the order's number ends no code.
 */

create table private.confirm_codes (
  selector text primary key check (selector ~ '^[A-Za-z0-9]{8}$'),
  order_id text not null references public.orders (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  made_at timestamptz not null default now(),
  wrong_tries integer not null default 0,
  used_at timestamptz,
  used_for text check (used_for in ('confirm', 'correct', 'cancel'))
);
create index confirm_codes_order_idx on private.confirm_codes (order_id, made_at);

comment on table private.confirm_codes is
  'One-time codes of messages to customers. A code ends by use, booking, seven days or five wrong tries.';
comment on column private.confirm_codes.code_hash is 'A hash of the whole code.';

alter table private.confirm_codes enable row level security;
create policy "Nobody reads the codes of confirm links through the API" on private.confirm_codes
  for all using (false);

-- Security definer: the API writes no table.
create function public.admin_make_code(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  code text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into o from public.orders where id = p ->> 'id' for update;
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
    perform private.refuse_change('booked', o, false);
  end if;
  -- Three messages an order. The oldest link ends where a fourth is made.
  delete from private.confirm_codes where order_id = o.id and used_at is null and selector not in (
    select selector from private.confirm_codes
    where order_id = o.id and used_at is null order by made_at desc, selector limit 2
  );
  -- 62 signs for the remainder of two bytes: no sign is likelier than another by more than a thousandth.
  select string_agg(substr(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
    1 + (get_byte(bytes, 2 * nth) * 256 + get_byte(bytes, 2 * nth + 1)) % 62, 1
  ), '')
  into code
  from (
    select sha512(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes
  ) as random, generate_series(0, 23) as nth;
  insert into private.confirm_codes (selector, order_id, code_hash)
  values (left(code, 8), o.id, private.hash_token(code));
  return private.respond(200, jsonb_build_object('ok', true, 'code', code));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_make_code(jsonb) to authenticated;
comment on function public.admin_make_code(jsonb) is
  'Makes a one-time code for the confirm link of the order of {id}, for admins. Only its hash is saved.';

create function private.try_code(p_id text, p_code text) returns private.confirm_codes
language plpgsql volatile set search_path = '' as $$
declare
  tried private.confirm_codes;
begin
  if p_code !~ '^[A-Za-z0-9]{24}$' then
    return null;
  end if;
  select * into tried from private.confirm_codes
  where selector = left(p_code, 8) and order_id = p_id and made_at > now() - interval '7 days'
    and wrong_tries < 5
  for update;
  if not found then
    return null;
  end if;
  if tried.code_hash <> private.hash_token(p_code) then
    update private.confirm_codes set wrong_tries = wrong_tries + 1 where selector = tried.selector;
    return null;
  end if;
  return tried;
end
$$;
comment on function private.try_code(text, text) is
  'The code of an order''s confirm link that has not ended, locked; used or not. Null for any other, and counts a
wrong second part.';

create function private.use_code(tried private.confirm_codes, act text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.confirm_codes set used_at = now(), used_for = act where selector = tried.selector;
  -- Whoever changes the order by the link has confirmed the rest of it.
  if act <> 'cancel' then
    insert into private.confirmation_attempts (id, order_id, at, actor, act)
    values (gen_random_uuid(), tried.order_id, now(), 'customer', 'yes');
  end if;
end
$$;
comment on function private.use_code(private.confirm_codes, text) is
  'Ends a code by its use: confirm, correct or cancel.';

create function private.refuse_code() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_refused('miss', 20) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return private.respond(200, '{"ok": false, "code": "code_ended"}');
end
$$;
comment on function private.refuse_code() is
  'Responds to a code that gives no right, and counts it for the client. Does not raise: a wrong try is counted.';

-- Security definer: customers have no right to any table.
create function public.confirm_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  o public.orders;
  details private.order_details;
  tried private.confirm_codes;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'code']);
  select * into o from public.orders where id = p ->> 'id' for update;
  tried := private.try_code(o.id, p ->> 'code');
  if tried.selector is null then
    return private.refuse_code();
  end if;
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
    -- Whoever has the code learns that it came too late, and nothing else.
    return private.respond(409, '{"ok": false, "code": "booked"}');
  elsif tried.used_at is null then
    perform private.use_code(tried, 'confirm');
  elsif tried.used_for <> 'confirm' then
    return private.refuse_code();
  end if;
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.confirm_order(jsonb) to anon, authenticated;
comment on function public.confirm_order(jsonb) is
  'Confirms an order by the code of its link: {id, code}. A retry gets the response of the first.';

/*
 * Two open orders of one phone become one parcel: the later goes into the earlier and is cancelled as joined,
 * which counts against no customer. Both can be taken apart again until they are booked.
 */

create table private.joined_orders (
  order_id text primary key references public.orders (id) on delete cascade,
  into_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index joined_orders_into_idx on private.joined_orders (into_id);

comment on table private.joined_orders is
  'Orders that go with another one''s parcel. What is taken apart again has no row.';
comment on column private.joined_orders.before is 'Items, total and advance of the other order before.';
comment on column private.joined_orders.after is 'The same, with what was added.';

alter table private.joined_orders enable row level security;
create policy "Nobody reads the joined orders through the API" on private.joined_orders
  for all using (false);

create function private.joined_items(items jsonb, added jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Lines of the same size and price are one line, in the order of the first.
  select jsonb_agg(line || jsonb_build_object('quantity', quantity) order by nth)
  from (
    select (array_agg(line order by nth))[1] as line, min(nth) as nth,
      sum((line ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(items || added) with ordinality as listed (line, nth)
    group by line ->> 'id', line ->> 'size', line ->> 'price'
  ) as lines
$$;
comment on function private.joined_items(jsonb, jsonb) is 'The lines of two orders as those of one.';

create function private.set_purchase(o public.orders, before jsonb, after jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.log_changes(
    'admin', o.id, before || jsonb_build_object('version', o.version),
    after || jsonb_build_object('version', o.version)
  );
  perform set_config('shop.actor', 'admin', true);
  update public.orders set items = after -> 'items', total = (after ->> 'total')::numeric where id = o.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, advance) values (o.id, (after ->> 'advance')::numeric)
  on conflict (order_id) do update set advance = excluded.advance;
end
$$;
comment on function private.set_purchase(public.orders, jsonb, jsonb) is
  'Sets items, total and advance of an order at the prices that they have, and logs both.';

-- Security definer: the API writes no table.
create function public.admin_join_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  main_details private.order_details;
  added_details private.order_details;
  before jsonb;
  after jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (p ->> 'id', p ->> 'into') order by o.id for update;
  select * into main from public.orders where id = p ->> 'into';
  select * into added from public.orders where id = p ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into main_details from private.order_details where order_id = main.id;
  select * into added_details from private.order_details where order_id = added.id;
  if private.is_booked(main, main_details) then
    perform private.refuse_change('booked', main, false);
  elsif private.is_booked(added, added_details) then
    perform private.refuse_change('booked', added, false);
  elsif main.version <> (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version <> (p ->> 'version')::integer then
    perform private.refuse_change('stale', added, false);
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', coalesce(main_details.advance, 0)
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', coalesce(main_details.advance, 0) + coalesce(added_details.advance, 0)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.set_purchase(main, before, after);
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'cancelled' where id = added.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, end_reason) values (added.id, 'joined')
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_join_orders(jsonb) to authenticated;
comment on function public.admin_join_orders(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone, for admins.';

-- Security definer: the API writes no table.
create function public.admin_take_apart(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  details private.order_details;
  joined private.joined_orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into joined from private.joined_orders where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  select * into details from private.order_details where order_id = main.id;
  if private.is_booked(main, details) then
    perform private.refuse_change('booked', main, false);
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, details.advance)
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled' then
    perform private.refuse_change('stale', main, false);
  end if;
  perform private.set_purchase(main, joined.after, joined.before);
  delete from private.joined_orders where order_id = joined.order_id;
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'pending' where id = added.id;
  perform set_config('shop.actor', '', true);
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_take_apart(jsonb) to authenticated;
comment on function public.admin_take_apart(jsonb) is
  'Takes the joined order of {id} out of the other one''s parcel again, until that is booked. For admins.';

/*
 * Customers, updated as orders change: a name and a phone are one customer.
 */

create table private.customers (
  key text primary key,
  full_name text not null,
  phone text not null,
  city text not null,
  state text not null,
  order_count bigint not null,
  total_spent numeric(16,2) not null,
  last_order_id text not null,
  last_order_date timestamptz not null,
  -- Includes the made-up email that the admin shows.
  search_text text not null generated always as (private.fold_letters(
    full_name || E'\n' || phone || E'\n' || private.phone_digits(phone)
    || E'\n' || regexp_replace(full_name, ' +', '.', 'g') || '@customers.invalid'
  ) || E'\n' || private.sounds_of(full_name)) stored
);
create index customers_last_order_idx on private.customers (last_order_date desc, key desc);
create index customers_trigrams_idx on private.customers
  using gin (search_text extensions.gin_trgm_ops);
create index customers_short_ngrams_idx on private.customers
  using gin (private.short_ngrams(search_text));

comment on table private.customers is
  'Customers by name and phone, as their latest orders describe them. Cancelled orders are not spent.';

alter table private.customers enable row level security;
create policy "Nobody reads the customers through the API" on private.customers
  for all using (false);

create function private.customer_key(o public.orders) returns text
language sql immutable set search_path = '' as $$
  select lower(coalesce(o.shipping_address ->> 'fullName', '')) || ' ' || o.phone_key
$$;
comment on function private.customer_key(public.orders) is
  'Orders with the same customer key have the same customer: a name in any case, and a phone.';

create table private.customer_changes (
  id bigint generated always as identity primary key,
  customers bigint not null
);

comment on table private.customer_changes is
  'How many rows came to or left private.customers. Rows are only added, and folded into one.';

alter table private.customer_changes enable row level security;
create policy "Nobody reads the changes of the number of customers through the API"
  on private.customer_changes for all using (false);

create function private.count_customers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.customer_changes (customers)
  select count(*) * tg_argv[0]::integer from changed having count(*) > 0;
  return null;
end
$$;
comment on function private.count_customers() is 'Records how many customers came or left.';

create trigger count_new_customers after insert on private.customers
  referencing new table as changed
  for each statement execute function private.count_customers('1');
create trigger count_deleted_customers after delete on private.customers
  referencing old table as changed
  for each statement execute function private.count_customers('-1');

create view private.customer_total as
  select coalesce(sum(customers), 0)::bigint as customers from private.customer_changes;
comment on view private.customer_total is 'How many rows private.customers has.';

/*
 * Totals by status and by day as a journal: an order appends what it changes instead of updating rows that all
 * orders share, so no transaction that stays open keeps another customer waiting. No figure of the admin reads
 * every order. docs/decisions/admin-speed.md says how they stay exact.
 *
 * Every update and delete has a where: the safeupdate extension of a hosted project refuses one without it, in
 * functions as well.
 */

create table private.total_changes (
  id bigint generated always as identity,
  day date not null,
  status public.order_status not null,
  orders bigint not null,
  total numeric(16,2) not null,
  folded boolean not null default false,
  primary key (day, status, id)
);

comment on table private.total_changes is
  'How many orders of a day and status came or went, and for how many rupees. Rows are only added, and folded
into one row for each day and status.';

alter table private.total_changes enable row level security;
create policy "Nobody reads the changes of totals through the API" on private.total_changes
  for all using (false);

create view private.status_totals as
  select status, sum(orders)::bigint as orders, sum(total)::numeric(16,2) as revenue
  from private.total_changes group by status;
comment on view private.status_totals is 'How many orders have a status, and for how many rupees.';

create view private.day_totals as
  select
    day,
    sum(orders)::bigint as orders,
    -- The function is called for each status, not for each row.
    coalesce(sum(total) filter (where status = any (array(
      select listed from unnest(enum_range(null::public.order_status)) as listed
      where private.counts_as_revenue(listed)
    ))), 0)::numeric(16,2) as revenue
  from private.total_changes group by day;
comment on view private.day_totals is
  'How many orders were placed on a day of Karachi, and the rupees of those not cancelled.';

create function private.fold_totals() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In READ COMMITTED the statements after the lock see what the fold before it has left.
  if current_setting('transaction_read_only') = 'on'
    or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('totals', 0)) then
    return;
  end if;
  with gone as (
    delete from private.total_changes as change
    using (select distinct day, status from private.total_changes where not folded) as added
    where (change.day, change.status) = (added.day, added.status)
    returning change.*
  )
  insert into private.total_changes (day, status, orders, total, folded)
  select day, status, sum(orders), sum(total), true from gone
  group by day, status
  having (sum(orders), sum(total)) <> (0, 0);

  if (select count(*) > 1 from private.customer_changes) then
    with gone as (delete from private.customer_changes where true returning customers)
    insert into private.customer_changes (customers) select sum(customers) from gone;
  end if;
end
$$;
comment on function private.fold_totals() is
  'Replaces the rows of each day and status by one with their sum. Does nothing while another fold runs. Waits
for nothing, and nothing but recount_orders() waits for it.';

create type private.order_change as (sign integer, o public.orders);
comment on type private.order_change is 'An order to add to the totals, +1, or to subtract, -1.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.update_customers(changes private.order_change[], former_keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Every transaction locks these rows in the same order, so that no deadlock is possible. Only orders of
  -- the same customer wait for each other.
  insert into private.customers as customer (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce((newest).shipping_address ->> 'fullName', ''),
    coalesce((newest).shipping_address ->> 'phone', ''),
    coalesce((newest).shipping_address ->> 'city', ''),
    coalesce((newest).shipping_address ->> 'state', ''),
    order_count, total_spent, (newest).id, (newest).date
  from (
    select
      private.customer_key(o) as key,
      sum(sign) as order_count,
      coalesce(sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)), 0)
        as total_spent,
      (array_agg(o order by (o).date desc, (o).id desc))[1] as newest
    from unnest(changes)
    -- Erased orders have no customer.
    where not private.is_erased((o).shipping_address)
    group by 1
  ) as changed
  order by key
  on conflict (key) do update set
    order_count = customer.order_count + excluded.order_count,
    total_spent = customer.total_spent + excluded.total_spent,
    (full_name, phone, city, state, last_order_id, last_order_date) = (
      select full_name, phone, city, state, last_order_id, last_order_date
      from (select customer.* union all select excluded.*) as version
      order by last_order_date desc, last_order_id desc
      limit 1
    );

  -- Statements after the lock: they see what the transactions that it waited for have written.
  if cardinality(former_keys) > 0 then
    delete from private.customers where key = any (former_keys) and order_count = 0;
    update private.customers as customer set
      full_name = coalesce(latest.shipping_address ->> 'fullName', ''),
      phone = coalesce(latest.shipping_address ->> 'phone', ''),
      city = coalesce(latest.shipping_address ->> 'city', ''),
      state = coalesce(latest.shipping_address ->> 'state', ''),
      last_order_id = latest.id,
      last_order_date = latest.date
    from unnest(former_keys) as former (key), lateral (
      select * from public.orders as o
      where o.phone_key = substring(former.key from '[0-9]*$')
        and private.customer_key(o) = former.key
      order by o.date desc, o.id desc
      limit 1
    ) as latest
    where customer.key = former.key;
  end if;
end
$$;
comment on function private.update_customers(private.order_change[], text[]) is
  'Adds changes of orders to their customers. The keys are of customers who may have lost their latest order.';

create function private.count_order_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changes private.order_change[];
  former_keys text[] := '{}'::text[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, new_row)::private.order_change from new_rows as new_row);
    when 'DELETE' then
      changes := array(select row(-1, old_row)::private.order_change from old_rows as old_row);
      former_keys := array(select distinct private.customer_key(old_row) from old_rows as old_row);
    when 'UPDATE' then
      -- A tracking number changes no total.
      changes := array(
        select unnest(array[row(-1, old_row), row(1, new_row)]::private.order_change[])
        from old_rows as old_row join new_rows as new_row on new_row.id = old_row.id
        where (new_row.status, new_row.total, new_row.shipping_address)
          is distinct from (old_row.status, old_row.total, old_row.shipping_address)
      );
      former_keys := array(
        select distinct private.customer_key(old_row)
        from old_rows as old_row join new_rows as new_row on new_row.id = old_row.id
        where new_row.shipping_address <> old_row.shipping_address
      );
  end case;
  if cardinality(changes) > 0 then
    perform private.update_customers(changes, former_keys);
    insert into private.total_changes (day, status, orders, total)
    select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total)
    from unnest(changes)
    group by 1, 2
    -- A change of the address changes no total.
    having (sum(sign), sum(sign * (o).total)) <> (0, 0);
    -- Folded by whoever reads the dashboard as well.
    if random() < 1.0 / 256 then
      perform private.fold_totals();
    end if;
  end if;
  return null;
end
$$;
comment on function private.count_order_changes() is 'Updates the totals, whatever changes orders.';

create trigger count_new_orders after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_updated_orders after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_deleted_orders after delete on public.orders
  referencing old table as old_rows
  for each statement execute function private.count_order_changes();

/*
 * All totals computed again from the orders: when the table is emptied, and by hand.
 */

create function private.recount_orders() returns void
language plpgsql volatile set search_path = '' as $$
begin
  lock table public.orders in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded)
  select private.shop_day(date), status, count(*), sum(total), true from public.orders group by 1, 2;

  delete from private.customers where true;
  insert into private.customers (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce(latest.shipping_address ->> 'fullName', ''),
    coalesce(latest.shipping_address ->> 'phone', ''),
    coalesce(latest.shipping_address ->> 'city', ''),
    coalesce(latest.shipping_address ->> 'state', ''),
    totals.order_count,
    totals.total_spent,
    latest.id,
    latest.date
  from (
    select distinct on (key) private.customer_key(o) as key, shipping_address, id, date
    from public.orders as o
    where not private.is_erased(shipping_address)
    order by key, date desc, id desc
  ) as latest
  join (
    select
      private.customer_key(o) as key,
      count(*) as order_count,
      coalesce(sum(total) filter (where private.counts_as_revenue(status)), 0) as total_spent
    from public.orders as o
    where not private.is_erased(shipping_address)
    group by key
  ) as totals using (key);
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;
end
$$;
comment on function private.recount_orders() is
  'Computes all totals again from the orders. Changes of orders wait meanwhile.';

create function private.recount_after_truncate() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.recount_orders();
  return null;
end
$$;
comment on function private.recount_after_truncate() is 'Empties the totals with the table.';

create trigger recount_after_truncate after truncate on public.orders
  for each statement execute function private.recount_after_truncate();

/*
 * Pages of the admin's lists, newest first, and the search in them: docs/decisions/admin-speed.md.
 *
 * A page starts at a cursor, so it costs the same at any depth, and new rows move nothing. The callers are
 * `security definer`: under row level security Postgres uses no index for a search of text.
 */

create type private.list_cursor as (at timestamptz, key text);
comment on type private.list_cursor is 'The position of a row in a list. The key tells apart equal times.';

create type private.list_search as (
  list text, patterns text[], ngrams text[], status public.order_status, mark text, group_key text, filter jsonb
);
comment on type private.list_search is
  'The list (orders, customers or messages), what its rows match (private.search_patterns()), the one and two
characters of a term that has no trigram, and the status, the mark, the group and other filters of the rows, each or
null.';

create type private.list_page as (keys text[], older jsonb, newer jsonb);
comment on type private.list_page is
  'The keys of a page, and the cursors of the pages beside it, null where there is none.';

create function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '{}'::text[], null, null, null, null, null);
  term text;
begin
  -- Messages have neither a search nor a status.
  if list = 'messages' then
    return search;
  end if;

  term := private.fold_letters(private.clean_text(searched));
  -- No name is that long, and a long pattern is slow.
  if length(term) > 300 then
    return null;
  end if;
  -- An order number as it is read out or pasted: "#JGYA WGWV".
  if list = 'orders' and regexp_replace(term, '[\s#]+', '', 'g') ~ '^[0-9a-z]{8}$'
    and exists (select from public.orders where id = upper(regexp_replace(term, '[\s#]+', '', 'g'))) then
    term := regexp_replace(term, '[\s#]+', '', 'g');
  end if;
  search.patterns := private.search_patterns(term);
  -- A term without three letters or digits in a row has no trigram.
  if term <> '' and search.patterns[1] !~ '[[:alnum:]]{3}' then
    search.ngrams := private.short_ngrams(split_part(term, ' ', 1));
  end if;

  if list = 'orders' and arguments ? 'status' then
    if not arguments ->> 'status' = any (enum_range(null::public.order_status)::text[]) then
      return null;
    end if;
    search.status := (arguments ->> 'status')::public.order_status;
  end if;
  if list = 'orders' and arguments ? 'mark' then
    search.mark := arguments ->> 'mark';
    search.group_key := arguments ->> 'group';
  end if;
  if list = 'orders' and arguments ? 'filter' then
    search.filter := arguments -> 'filter';
  end if;
  return search;
end
$$;
comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, mark?, group?, filter?} asks of a list, null where no row can match.';

create function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  all_rows constant private.list_search :=
    row(search.list, '{}'::text[], null, search.status, null, null, null);
  matches private.list_cursor[];
begin
  if search.mark is not null then
    return array(select match from private.scan_marked(search, start, newer, max_rows) as match);
  end if;
  if search.filter is not null then
    return array(select match from private.scan_filtered(search, start, newer, max_rows) as match);
  end if;
  matches := array(
    select match from private.scan_list(search, start, newer, max_rows, 1000) as match
  );
  -- A fifth of a page in a thousand rows makes the rest likely in five thousand.
  if cardinality(matches) between max_rows / 5 + 1 and max_rows - 1 then
    matches := array(
      select match from private.scan_list(search, start, newer, max_rows, 5000) as match
    );
  end if;
  if cardinality(matches) = max_rows or search.patterns = '{}' then
    return matches;
  end if;
  -- A status with fewer than a thousand rows from here on was scanned to its end.
  if search.status is not null
    and (select count(*) from private.scan_list(all_rows, start, newer, 1000, 1000)) < 1000 then
    return matches;
  end if;
  return array(select match from private.look_up_in_list(search, start, newer, max_rows) as match);
end
$$;
comment on function private.find_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The rows from the cursor, nearest first: a frequent term is met in a scan, a rare one is looked up.';

create function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- The queue of orders to pack begins with the oldest.
  is_queue constant boolean := coalesce(search.filter ? 'toPack', false);
  newer constant boolean := case when is_queue then not arguments ? 'older'
    else arguments ? 'newer' and not arguments ? 'older' end;
  -- A cursor as the API has it: {date, id} for orders, {date, key} for other lists.
  cursor constant jsonb := coalesce(arguments -> 'older', arguments -> 'newer');
  key_name constant text := case list when 'orders' then 'id' else 'key' end;
  start constant private.list_cursor := case
    when cursor is not null then row((cursor ->> 'date')::timestamptz, cursor ->> key_name)
    when is_queue then row('-infinity', '')
    -- The top of the list: every row is older.
    else row('infinity', '')
  end;
  matches private.list_cursor[];
  shown private.list_cursor[];
  reverse_start private.list_cursor;
  next_cursor jsonb;
  previous_cursor jsonb;
begin
  if search is null then
    return row('{}', null, null)::private.list_page;
  end if;

  -- In the direction of reading. One row more than a page says whether there is another page.
  matches := private.find_in_list(search, start, newer, max_rows + 1);
  shown := matches[1:max_rows];
  if cardinality(matches) > max_rows then
    next_cursor := jsonb_build_object('date', shown[max_rows].at, key_name, shown[max_rows].key);
  end if;

  -- The other direction starts at the first row shown. Without one it starts with the row of the cursor: no
  -- key is empty, so (at, '') is just older than that row, and one microsecond later just newer.
  reverse_start := shown[1];
  if reverse_start is null then
    reverse_start := row(start.at, '');
    if newer then
      reverse_start.at := start.at + interval '1 microsecond';
    end if;
  end if;
  -- No page is before the first one.
  if isfinite(start.at)
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := jsonb_build_object('date', reverse_start.at, key_name, reverse_start.key);
  end if;

  return row(
    case when is_queue then array(select key from unnest(shown) order by at, key)
      else array(select key from unnest(shown) order by at desc, key desc) end,
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;
comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, mark?, group?, older?, newer?, limit?}: the rows older or newer
than a cursor.';

/*
 * The rows of a page: a scan from its cursor for a term that is frequent, the index of the text for one that is
 * rare, and the marks for the orders of a mark.
 */

-- Without sequential scans, which Postgres chooses where its statistics are missing or outdated; and
-- planned for the values of each call.
create function private.scan_orders(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if search.status is null and not newer then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) < (start.at, start.key)
      order by date desc, id desc limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by date desc, id desc limit max_rows;

  elsif search.status is null then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) > (start.at, start.key)
      order by date, id limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by date, id limit max_rows;

  -- Bounds of the index on status, date and id instead of "status = …", for which Postgres might read
  -- the dates of all orders: nearly all are delivered, but none of the newest.
  elsif not newer then
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) < (search.status, start.at, start.key)
        and (status, date) >= (search.status, '-infinity')
      order by status desc, date desc, id desc limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by status desc, date desc, id desc limit max_rows;

  else
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) > (search.status, start.at, start.key)
        and (status, date) <= (search.status, 'infinity')
      order by status, date, id limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by status, date, id limit max_rows;
  end if;
end
$$;
comment on function
  private.scan_orders(private.list_search, private.list_cursor, boolean, integer, integer) is
  'Orders that match a search, of the next ones from the cursor: at most max_scanned of them are read.';

-- As private.scan_orders().
create function private.scan_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if search.list = 'orders' then
    return query select at, key from private.scan_orders(search, start, newer, max_rows, max_scanned);

  elsif search.list = 'customers' and not newer then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) < (start.at, start.key)
      order by last_order_date desc, key desc limit max_scanned
    ) as customer where search_text ~ all (search.patterns)
    order by last_order_date desc, key desc limit max_rows;

  elsif search.list = 'customers' then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) > (start.at, start.key)
      order by last_order_date, key limit max_scanned
    ) as customer where search_text ~ all (search.patterns)
    order by last_order_date, key limit max_rows;

  elsif not newer then
    return query select received_at, id from private.contact_messages
      where (received_at, id) < (start.at, start.key)
      order by received_at desc, id desc limit max_rows;

  else
    return query select received_at, id from private.contact_messages
      where (received_at, id) > (start.at, start.key)
      order by received_at, id limit max_rows;
  end if;
end
$$;
comment on function
  private.scan_list(private.list_search, private.list_cursor, boolean, integer, integer) is
  'Rows that match a search, of the next rows from the cursor: at most max_scanned of them are read.';

create function private.look_up_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  first_pattern constant text := search.patterns[1];
  matches private.list_cursor[];
begin
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  if search.list = 'orders' and search.ngrams is null then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where search_text ~ first_pattern and search_text ~ all (search.patterns)
        and (search.status is null or status = search.status)
    );
  elsif search.list = 'orders' then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where private.short_ngrams(search_text) @> search.ngrams and search_text ~ all (search.patterns)
        and (search.status is null or status = search.status)
    );
  elsif search.ngrams is null then
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where search_text ~ first_pattern and search_text ~ all (search.patterns)
    );
  else
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where private.short_ngrams(search_text) @> search.ngrams and search_text ~ all (search.patterns)
    );
  end if;

  if newer then
    return query select at, key from unnest(matches)
      where (at, key) > (start.at, start.key) order by at, key limit max_rows;
  else
    return query select at, key from unnest(matches)
      where (at, key) < (start.at, start.key) order by at desc, key desc limit max_rows;
  end if;
end
$$;
comment on function private.look_up_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The matches of a search in the whole list, nearest to the cursor first, from the indexes of its text.';

-- Without sorting: rows come in the order of an index, and reading ends with the page.
create function private.scan_marked(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set enable_sort = off
set plan_cache_mode = force_custom_plan as $$
begin
  -- "offset 0" keeps Postgres from starting with the orders: it looks up that of each mark.
  if newer then
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and o.search_text ~ all (search.patterns)
      offset 0
    ) as o
    where marked.decision_id is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) > (start.at, start.key)
    order by marked.order_date, marked.order_id limit max_rows;
  else
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and o.search_text ~ all (search.patterns)
      offset 0
    ) as o
    where marked.decision_id is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) < (start.at, start.key)
    order by marked.order_date desc, marked.order_id desc limit max_rows;
  end if;
end
$$;
comment on function private.scan_marked(private.list_search, private.list_cursor, boolean, integer) is
  'The orders with the mark of a search that match it, nearest to the cursor first. Reads no other orders.';

/*
 * Filters of the admin's orders beside status and mark. "To pack" is the queue of the desk: orders that are open,
 * not held and not booked, oldest first.
 */

-- Planned for the values of each call: a filter that is not asked for is left out of the plan.
create function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select o.date, o.id
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join lateral private.confirmation_of(o.id) as confirmation on is_open and private.is_open(o.status)
  where case when newer then (o.date, o.id) > (start.at, start.key) else (o.date, o.id) < (start.at, start.key) end
    and (search.status is null or o.status = search.status)
    and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
    and (not is_open or o.status = any (private.open_statuses()) and not private.is_booked(o, details))
    and (not filter ? 'toPack' or confirmation.held_at is null)
    and (not filter ? 'held' or confirmation.held_at is not null)
    and (not filter ? 'confirmed' or (filter -> 'confirmed')::boolean
      = (confirmation.confirmed_at is not null or private.is_known(o)))
    and (not filter ? 'booked' or (filter -> 'booked')::boolean
      = (details.booked_at is not null or o.tracking_number is not null))
    and (not filter ? 'untold' or o.status = 'shipped' and not private.is_told(o.id))
    and (not filter ? 'courier' or details.courier = filter ->> 'courier')
    and (not filter ? 'outcome' or details.outcome = filter ->> 'outcome')
    and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
    and (batch is null or exists (
      select from private.exported_orders
      where batch_id = batch and order_id = o.id and left_at is null
    ))
    and (first_at is null or o.date >= first_at)
    and (end_at is null or o.date < end_at)
  order by
    case when newer then o.date end, case when newer then o.id end,
    case when not newer then o.date end desc, case when not newer then o.id end desc
  limit max_rows;
end
$$;
comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
booked?, untold?, courier?, outcome?, source?, batch?, from?, to?}; from and to are days of Karachi.';

/*
 * Placing an order, exactly once: docs/decisions/placing-orders.md. One attempt has one id and one token,
 * made by the browser and sent again on every retry. A valid order is always saved. One above a limit is
 * marked for the admin. Refused requests count against refused requests only, so that nobody keeps another
 * customer from ordering.
 */

create function private.lock_new_order(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'token') is distinct from 'string'
    or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then
    perform private.refuse('bad_field', 'token');
  end if;
  if jsonb_typeof(p -> 'total') is distinct from 'number' then
    perform private.refuse('bad_field', 'total');
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    perform private.refuse('total_mismatch');
  end if;
  -- Two requests for one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
end
$$;
comment on function private.lock_new_order(jsonb) is
  'Refuses a new order''s request of the wrong shape, and locks its id.';

create function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- The text of a jsonb value does not depend on the order of its keys. A retry may name another earlier
  -- order.
  select sha256(convert_to((p - array['token', 'earlier'])::text, 'UTF8'))
$$;
comment on function private.hash_request(jsonb) is 'Tells apart two requests of one attempt.';

create function private.find_attempt(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  -- The code of the device, which the message to the shop carries. The token cannot be computed back.
  device_code constant text := upper(left(regexp_replace(p ->> 'token', '[-_]', '', 'g'), 8));
  -- An admin may have entered the order of a message under another number than the message has.
  ids constant text[] := array(
    select order_id from private.order_details where message_id = p ->> 'id'
  ) || (p ->> 'id');
  key private.order_keys;
begin
  select * into key from private.order_keys
  where order_id = any (ids) and token_hash in (hash, sha256(hash));
  if found then
    -- private.erase_orders() leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      perform private.refuse('order_erased', null, 410);
    end if;
    if key.request_hash <> private.hash_request(p) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  -- Most ids are new.
  if not exists (select from public.orders where id = any (ids)) then
    return null;
  end if;
  -- An order that an admin entered becomes the device's.
  insert into private.order_keys (order_id, token_hash, request_hash)
  select o.id, hash, private.hash_request(p)
  from private.claimable_orders as o
  where o.id = any (ids) and o.device_code_hash = private.hash_token(device_code)
  order by o.id = p ->> 'id' desc
  limit 1
  returning * into key;
  if not found then
    return null;
  end if;
  return private.respond_order(key.order_id, true) || '{"replay": true}';
end
$$;
comment on function private.find_attempt(jsonb) is
  'Responds to an attempt that has an order: one that was saved before, or a late one at an order that an admin
entered, by the code of its message. Returns null for a new attempt.';

create function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  extras jsonb;
  o public.orders;
begin
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;
  response := private.find_attempt(p);
  if response is not null then
    return response;
  end if;
  -- Old prices are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');

  select * into o from public.orders where id = p ->> 'id';
  if found then
    if not exists (select from private.claimable_orders where id = o.id) then
      perform private.refuse('id_taken', null, 409);
    end if;
    -- Number and phone show an order that an admin entered and give no right to it. Without the code it is a
    -- try to find an order, with the limit of one. Responses, so that it is counted.
    case private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))
      when 'too_many_tries' then
        return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
      when 'not_found' then
        return private.respond(409, '{"ok": false, "code": "id_taken"}');
      else
        return private.respond_order(o.id) || '{"replay": true}';
    end case;
  end if;

  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  extras := private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false);
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  )
  returning * into o;
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  if p ? 'extras' then
    insert into private.order_details (order_id, landmark, second_phone, rider_note)
    values (o.id, extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote');
  end if;
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;
comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

-- Security definer: customers have no right to any table.
create function public.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  begin
    perform private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]);
    perform private.lock_new_order(p);
    response := private.place_once(p);
  exception
    when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
      response := private.respond_error(sqlstate, sqlerrm);
  end;
  -- A customer whose page has old prices, or whose token was saved with another order, is told so, whoever
  -- else shares the client address. A GET can count nothing.
  if not (response ->> 'ok')::boolean
    and response ->> 'code' not in ('price_changed', 'attempt_reused', 'order_erased', 'use_post')
    and private.is_refused('refused', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;
grant execute on function public.place_order(jsonb) to anon, authenticated;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?}, once per id and
token.';

/*
 * Orders that an admin enters by phone or WhatsApp. A customer who could not reach the shop sends her order by
 * WhatsApp. The message has a code of her device, so that her late attempt becomes that order and no other
 * device's does.
 */

create view private.claimable_orders as
  select o.id, details.device_code_hash from public.orders as o
  join private.order_details as details on details.order_id = o.id
  where o.date > now() - interval '48 hours' and not private.is_erased(o.shipping_address)
    and details.source <> 'website'
    and not exists (select from private.order_keys where order_id = o.id);
comment on view private.claimable_orders is
  'The orders that an admin entered in the last 48 hours and no device has yet.';

-- Security definer: an admin has no right to add orders.
create function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId'
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

  if not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.check_prices(p -> 'items');
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  );
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id,
    landmark, second_phone, rider_note
  )
  select
    p ->> 'id', p ->> 'source', private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'), private.hash_token(p ->> 'deviceCode'), p ->> 'messageId',
    extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote'
  from private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false) as extras;
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
customer''s message.';

/*
 * What customers call to see an order by its number: get_order() and track_order(). A limit that protects an
 * order lives with that order: nobody who shares a client address or knows a number keeps its own device from it.
 *
 * PostgREST applies statement_timeout to the transaction of the call. A call takes milliseconds: the limit is for
 * what nobody has thought of.
 */

create function private.read_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  max_misses constant integer := 20;
  max_reads constant integer := 600;
  open_window constant bigint := private.window_number();
  is_device constant boolean := exists (
    select from private.order_keys as key
    where key.order_id = p_id and key.token_hash = private.hash_token(p_token)
  );
  is_holder boolean := is_device;
  is_refused boolean;
  tried private.confirm_codes;
  o public.orders;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  -- An invalid id is not counted as a guess.
  if p_id is null or p_id !~ '^[0-9A-Z]{8}$' then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if is_device then
    -- One read a second.
    update private.order_keys set
      counted_in = open_window,
      reads = case when counted_in = open_window then reads + 1 else 1 end
    where order_id = p_id and (counted_in <> open_window or reads < max_reads);
    is_refused := not found;
  else
    -- A code that still gives the rights of the order's device.
    tried := private.try_code(p_id, p_token);
    is_holder := tried.selector is not null and tried.used_at is null and exists (
      select from public.orders as own
      left join private.order_details as details on details.order_id = own.id
      where own.id = p_id and not private.is_booked(own, details)
    );
    -- Counted before the lookup, so that of many simultaneous guesses no more than 20 show a result.
    is_refused := case
      when is_holder then private.is_refused('code', max_reads)
      else private.is_refused('miss', max_misses)
    end;
  end if;
  select * into o from public.orders where id = p_id;
  if found and not is_holder then
    perform private.change_count('miss', private.client_address(), -1, max_misses);
  end if;
  if is_refused then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  if o.id is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.order_json(
    o, is_holder or o.date > now() - interval '30 minutes', is_holder
  )));
end
$$;
comment on function private.read_order(text, text) is
  'Responds with an order by its exact id: in full to the holder of its token or of a code, and to everybody for half
an hour; masked afterwards.';

-- Security definer: customers have no right to any table.
create function public.get_order(p_id text, p_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  return private.read_order(p_id, p_token);
end
$$;
grant execute on function public.get_order(text, text) to anon, authenticated;
comment on function public.get_order(text, text) is 'One order by its exact id, as the caller may see it.';

-- Security definer: customers have no right to any table.
create function public.track_order(p_id text, p_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  response := private.read_order(p_id, p_token);
  if response #>> '{order,status}' is distinct from 'pending' then
    return response;
  end if;
  -- The 15 seconds begin with the first time.
  update private.order_keys set first_tracked_at = now()
  where order_id = p_id and first_tracked_at is null;
  update public.orders as o set status = 'processing'
  from private.order_keys as key
  where o.id = p_id and o.status = 'pending'
    and key.order_id = o.id and key.first_tracked_at <= now() - interval '15 seconds';
  if found then
    return private.read_order(p_id, p_token);
  end if;
  return response;
end
$$;
grant execute on function public.track_order(text, text) to anon, authenticated;
comment on function public.track_order(text, text) is
  'Like get_order(). A pending order moves to processing 15 seconds after it was first tracked.';

/*
 * Finding an order by its number and phone. Tries are limited for a client, and at an order by anybody.
 */

create table private.wrong_finds (
  order_id text primary key references public.orders (id) on delete cascade,
  counted_in bigint not null,
  tries integer not null,
  limit_reached_at timestamptz
) with (fillfactor = 50);

comment on table private.wrong_finds is
  'How often an order was tried with a wrong phone in a window of ten minutes, by anybody.';
comment on column private.wrong_finds.counted_in is 'The number of the window, of private.window_number().';
comment on column private.wrong_finds.limit_reached_at is 'When a window last reached the limit.';

alter table private.wrong_finds enable row level security;
create policy "Nobody reads the counts of wrong finds through the API" on private.wrong_finds
  for all using (false);

create function private.try_phone(p_id text, phone text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  max_tries constant integer := 10;
  open_window constant bigint := private.window_number();
  counted integer;
begin
  -- Beyond the limit nothing is written, so that tries at one order do not wait for each other.
  if exists (
    select from private.wrong_finds
    where order_id = p_id and counted_in = open_window and tries > max_tries
  ) then
    return 'too_many_tries';
  end if;
  -- Counted before the phone is compared. Of an unknown number nothing is counted.
  insert into private.wrong_finds as saved (order_id, counted_in, tries)
  select o.id, open_window, 1 from public.orders as o where o.id = p_id
  on conflict (order_id) do update set
    counted_in = excluded.counted_in,
    tries = case
      when saved.counted_in = excluded.counted_in then least(saved.tries + 1, max_tries + 1) else 1
    end
  returning tries into counted;
  if counted > max_tries then
    update private.wrong_finds set limit_reached_at = now() where order_id = p_id;
    return 'too_many_tries';
  end if;
  -- An erased order has no phone key, so no phone finds it.
  if not exists (select from public.orders where id = p_id and phone_key = nullif(phone, '')) then
    return 'not_found';
  end if;
  update private.wrong_finds set tries = tries - 1 where order_id = p_id and tries > 0;
  return 'found';
end
$$;
comment on function private.try_phone(text, text) is
  'Counts a try at an order by a phone key that is not its own: found, not_found or too_many_tries.';

create function private.find_by_phone(p jsonb, out found_id text, out refusal jsonb)
language plpgsql volatile set search_path = '' as $$
declare
  max_finds constant integer := 20;
  sought text;
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'phone') is distinct from 'string' then
    perform private.refuse('bad_field', 'phone');
  end if;
  sought := upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'));

  -- Every pair is counted before the lookup, and runs the same statements until it is known to match. A
  -- client over its limit does not count for the order: it cannot make others wait.
  if private.is_refused('find', max_finds) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  case private.try_phone(sought, private.phone_key(p ->> 'phone'))
    when 'too_many_tries' then
      refusal := private.respond(429, '{"ok": false, "code": "too_many_tries"}');
    when 'not_found' then
      refusal := private.respond(200, '{"ok": false, "code": "not_found"}');
    else
      perform private.change_count('find', private.client_address(), -1, max_finds);
      found_id := sought;
  end case;
end
$$;
comment on function private.find_by_phone(jsonb) is
  'The id of the order of a request''s number and phone, or else the response that a wrong try gets and that saves
its count. Limits the tries of a client and at an order.';

-- Security definer: customers have no right to any table.
create function public.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  found_id text;
  refusal jsonb;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'phone']);
  select * into found_id, refusal from private.find_by_phone(p);
  return coalesce(refusal, private.respond_order(found_id));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.find_order(jsonb) to anon, authenticated;
comment on function public.find_order(jsonb) is
  'The order of {id, phone} in full, where both belong together. It gives no right to change the order.';

/*
 * What corrections, bookings and cancellations of an order have in common. A request names the version of the
 * order that it changes. A stale one is refused with the order as it is now. Every order is locked before its
 * details, so one of two simultaneous requests comes first and the other is refused. Only the token of its
 * device, ten times in all, or the code of a confirm link, once, changes an order for a customer.
 */

create function private.check_changes(o public.orders, is_holder boolean) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if is_holder and exists (select from private.order_keys where order_id = o.id and changes >= 10) then
    perform private.refuse('too_many_changes', null, 429);
  end if;
end
$$;
comment on function private.check_changes(public.orders, boolean) is
  'Refuses more than ten changes of one order by the holder of its token.';

create function private.check_version(o public.orders, p jsonb, is_holder boolean, is_booking boolean default false)
returns void
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  if not is_booking and private.is_booked(o, (
    select details from private.order_details as details where details.order_id = o.id
  )) then
    perform private.refuse_change('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    perform private.refuse('bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    perform private.refuse_change('stale', o, is_holder);
  end if;
  -- After these two, which tell a retry whose response was lost what has become of the order.
  perform private.check_changes(o, is_holder);
end
$$;
comment on function private.check_version(public.orders, jsonb, boolean, boolean) is
  'Refuses to change another version of a locked order than that of the request, one that is booked, and one
that its customer changed too often.';

create function private.count_refused_change(response jsonb, o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  -- Its device is told that an order is booked, or was changed already, whoever shares the client address.
  if o.id is not null and response ->> 'code' not in ('booked', 'stale', 'too_many_changes')
    and private.is_refused('refused-change', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;
comment on function private.count_refused_change(jsonb, public.orders) is
  'Counts a refused change for the client. Responds with the refusal, or with 429 where it had too many.';

create function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  has_code constant boolean := coalesce(p ? 'code', false);
  o public.orders;
  changed public.orders;
  tried private.confirm_codes;
begin
  perform private.check_request(p, 16384, fields || case when has_code then 'code' else 'token' end);
  if has_code then
    select * into o from public.orders where id = p ->> 'id' for update;
    tried := private.try_code(o.id, p ->> 'code');
    if tried.selector is null or tried.used_for <> change then
      return private.refuse_code();
    end if;
    -- The order tells a retry whose response was lost what has become of it.
    if tried.used_at is not null then
      perform private.refuse_change('stale', o, false);
    end if;
  else
    o := private.lock_own_order(p);
  end if;
  perform private.check_version(o, p, true);
  case change
    when 'correct' then perform private.correct_order('customer', o, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  if has_code then
    perform private.use_code(tried, change);
  else
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(changed, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return private.respond_order(o.id, not has_code);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it; or of its id and code, which ends
with that. Refuses other fields than those given.';

/*
 * Correcting an order until it is booked: its address and extras by customer or admin, its lines and advance by
 * the admin.
 */

create function private.read_advance(p jsonb, otherwise numeric, total numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  advance numeric := otherwise;
begin
  if p ? 'advance' then
    if jsonb_typeof(p -> 'advance') <> 'number' then
      perform private.refuse('advance_invalid', 'advance');
    end if;
    advance := (p ->> 'advance')::numeric;
  end if;
  if advance not between 0 and total or advance <> round(advance, 2) then
    perform private.refuse('advance_invalid', 'advance');
  end if;
  return advance;
end
$$;
comment on function private.read_advance(jsonb, numeric, numeric) is
  'The advance of a request, or the one given. Refuses one that exceeds the total, or has part paisas.';

create function private.correct_order(actor text, o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  details private.order_details;
  before jsonb;
  after jsonb;
  extras jsonb;
begin
  select * into details from private.order_details where order_id = o.id;
  before := jsonb_build_object(
    'version', o.version, 'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', coalesce(details.advance, 0), 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'items' or p ? 'total' then
    select priced, total into o.items, o.total from private.price_items(p -> 'items');
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  if p ? 'extras' then
    extras := private.clean_address(p -> 'extras', are_required => false);
    details.landmark := extras ->> 'landmark';
    details.second_phone := extras ->> 'secondPhone';
    details.rider_note := extras ->> 'riderNote';
  end if;
  details.advance := private.read_advance(p, coalesce(details.advance, 0), o.total);
  after := before || jsonb_build_object(
    'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', details.advance, 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );

  perform private.log_changes(actor, o.id, before, after);
  perform set_config('shop.actor', actor, true);
  update public.orders set
    shipping_address = o.shipping_address, items = o.items, total = o.total
  where id = o.id;
  if p ? 'extras' or p ? 'advance' then
    insert into private.order_details (order_id, advance, landmark, second_phone, rider_note)
    values (o.id, details.advance, details.landmark, details.second_phone, details.rider_note)
    on conflict (order_id) do update set
      advance = excluded.advance,
      landmark = excluded.landmark,
      second_phone = excluded.second_phone,
      rider_note = excluded.rider_note;
  end if;
  perform set_config('shop.actor', '', true);
end
$$;
comment on function private.correct_order(text, public.orders, jsonb) is
  'Changes address, extras, lines or advance of an order, and logs old and new. Refuses invalid ones.';

-- Security definer: the API writes no table.
create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, false);
  perform private.correct_order('admin', o, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

-- Security definer: customers have no right to any table.
create function public.change_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('correct', p, array['id', 'version', 'shippingAddress', 'extras']);
end
$$;
grant execute on function public.change_order(jsonb) to anon, authenticated;
comment on function public.change_order(jsonb) is
  'Changes the address or the extras of an order that is not booked: {id, token or code, version, shippingAddress?,
extras?}.';

/*
 * Dispatching an order: its courier, tracking number, status and outcome, which an admin sets together.
 */

create function private.book_order(o public.orders, details private.order_details, p jsonb)
returns void
language plpgsql volatile set search_path = '' as $$
declare
  before constant jsonb := jsonb_build_object(
    'courier', details.courier, 'outcome', details.outcome, 'endReason', details.end_reason
  );
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    o.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    o.tracking_number :=
      nullif(private.fold_digits(private.clean_text(left(p ->> 'trackingNumber', 200))), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or o.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    details.courier := p ->> 'courier';
    if jsonb_typeof(p -> 'courier') not in ('string', 'null')
      or details.courier !~ '^[a-z0-9-]{1,40}$' then
      perform private.refuse('courier_invalid', 'courier');
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

  perform private.log_changes('admin', o.id, before, jsonb_build_object(
    'courier', details.courier, 'outcome', details.outcome, 'endReason', details.end_reason
  ));
  update public.orders set status = o.status, tracking_number = o.tracking_number where id = o.id;
  if details.order_id is not null or details.courier is not null or details.outcome is not null
    or details.end_reason is not null or o.tracking_number is not null then
    insert into private.order_details (order_id, courier, outcome, end_reason)
    values (o.id, details.courier, details.outcome, details.end_reason)
    on conflict (order_id) do update set
      courier = excluded.courier, outcome = excluded.outcome, end_reason = excluded.end_reason;
  end if;
end
$$;
comment on function private.book_order(public.orders, private.order_details, jsonb) is
  'Sets status, courier, tracking number, outcome and the reason of a cancellation, and logs them. Refuses invalid ones.';

-- Security definer: as public.admin_correct_order().
create function public.admin_book_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome', 'endReason']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  select * into details from private.order_details where order_id = o.id;
  perform set_config('shop.actor', 'admin', true);
  perform private.book_order(o, details, p);
  perform set_config('shop.actor', '', true);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_book_order(jsonb) to authenticated;
comment on function public.admin_book_order(jsonb) is
  'Sets {id, version, status?, courier?, trackingNumber?, outcome?, endReason?} of an order together, for admins.';

/*
 * Cancelling an order, by its customer, until it is booked.
 */

create function private.save_cancellation(o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  cancel_text text;
begin
  if coalesce(p ->> 'reason', '') not in ('changed_mind', 'wrong_order', 'too_late', 'other') then
    perform private.refuse('reason_invalid', 'reason');
  end if;
  if p ->> 'text' ~ '\S' then
    cancel_text := private.clean_note('text', p -> 'text', 300);
  end if;
  perform private.log_changes(
    'customer', o.id, '{}',
    jsonb_build_object('cancelReason', p ->> 'reason', 'cancelText', cancel_text)
  );
  perform set_config('shop.actor', 'customer', true);
  update public.orders set status = 'cancelled' where id = o.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, cancel_reason, cancel_text)
  values (o.id, p ->> 'reason', cancel_text)
  on conflict (order_id) do update set
    cancel_reason = excluded.cancel_reason, cancel_text = excluded.cancel_text;
end
$$;
comment on function private.save_cancellation(public.orders, jsonb) is
  'Cancels an order with the reason of its customer, and logs both. Refuses an invalid reason.';

-- Security definer: customers have no right to any table.
create function public.cancel_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('cancel', p, array['id', 'version', 'reason', 'text']);
end
$$;
grant execute on function public.cancel_order(jsonb) to anon, authenticated;
comment on function public.cancel_order(jsonb) is
  'Cancels an order that is not booked, and saves why: {id, token or code, version, reason, text?}.';

/*
 * Messages of the contact form. Where no form service is configured, the form sends them here and the
 * admin reads them. src/shop/contact/contact-message.ts has the same limits.
 */

create table private.contact_messages (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  -- Finds the messages of a customer, in whichever case the email was typed.
  email_key text not null generated always as (lower(email)) stored,
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 10000),
  received_at timestamptz not null default now(),
  read_at timestamptz
);
create index contact_messages_received_idx on private.contact_messages (received_at desc, id desc);
create index contact_messages_email_idx on private.contact_messages (email_key);
create index contact_messages_unread_idx on private.contact_messages (id) where read_at is null;

comment on table private.contact_messages is
  'Messages of the contact form. The form makes the id, and sends the same one when it retries.';

alter table private.contact_messages enable row level security;
create policy "Nobody reads the messages through the API" on private.contact_messages
  for all using (false);

-- Security definer: anonymous callers have no right to any table.
create function public.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved private.contact_messages;
  sender text;
  email text;
begin
  perform private.require_plain_call();
  -- 10,000 characters of four bytes, and the other fields.
  perform private.check_request(
    p, 49152, array['messageId', 'name', 'email', 'subject', 'message']
  );
  if jsonb_typeof(p -> 'messageId') is distinct from 'string'
    or p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;

  -- Two requests with one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('message:' || (p ->> 'messageId'), 0));
  select * into saved from private.contact_messages where id = p ->> 'messageId';
  if found then
    -- Another message under the same id is not taken for saved.
    if saved.message is distinct from private.clean_lines(p ->> 'message') then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond(200, '{"ok": true, "replay": true}');
  end if;
  if private.is_refused('message', 30) then
    perform private.refuse('rate_limited', null, 429);
  end if;

  sender := private.clean_field('name', p -> 'name', 100, required => true);
  email := private.clean_field('email', p -> 'email', 254, required => true);
  if email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse('email_invalid', 'email');
  end if;
  insert into private.contact_messages (id, name, email, subject, message)
  values (
    p ->> 'messageId', sender, email,
    private.clean_field('subject', p -> 'subject', 200, required => true),
    private.clean_note('message', p -> 'message', 10000)
  );
  return private.respond(201, '{"ok": true, "replay": false}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.send_message(jsonb) to anon, authenticated;
comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message}, once per messageId.';

-- Security definer: messages cannot be read through the API.
create function public.admin_messages(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('messages', p);
  return private.respond(200, jsonb_build_object(
    'messages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', id,
            'name', name,
            'email', email,
            'subject', subject,
            'message', message,
            'receivedAt', received_at,
            'isRead', read_at is not null
          )
          order by received_at desc, id desc
        ),
        '[]'
      )
      from private.contact_messages where id = any (page.keys)
    ),
    'older', page.older,
    'newer', page.newer
  ));
end
$$;
grant execute on function public.admin_messages(jsonb) to authenticated;
comment on function public.admin_messages(jsonb) is
  'A page of messages for {older?, newer?, limit?}, newest first, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_unread_messages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_unread_messages() to authenticated;
comment on function public.admin_unread_messages() is
  'How many messages are unread and requests for help open, as {unread}, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_mark_message(p_id text, p_is_read boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.contact_messages set read_at = case when p_is_read then now() end where id = p_id;
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_mark_message(text, boolean) to authenticated;
comment on function public.admin_mark_message(text, boolean) is
  'Marks a message as read or unread and returns {unread}, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_delete_message(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.contact_messages where id = p_id;
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_delete_message(text) to authenticated;
comment on function public.admin_delete_message(text) is
  'Deletes a message for good and returns {unread}, for admins.';

/*
 * Copies of orders that the form service could not take: docs/product.md, rule 5.10. The order is saved and
 * confirmed; the admin reads how many copies were not sent.
 */

create table private.unsent_copies (
  order_id text primary key references public.orders (id) on delete cascade,
  reported_at timestamptz not null default now()
);
create index unsent_copies_reported_at_idx on private.unsent_copies (reported_at);

comment on table private.unsent_copies is
  'Orders whose copy did not reach the form service, as their devices reported.';

alter table private.unsent_copies enable row level security;
create policy "Nobody reads the unsent copies through the API" on private.unsent_copies
  for all using (false);

-- Security definer: customers have no right to any table.
create function public.report_unsent_copy(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'token']);
  insert into private.unsent_copies (order_id)
  select key.order_id from private.order_keys as key
  where key.order_id = p ->> 'id' and key.token_hash = private.hash_token(p ->> 'token')
  on conflict do nothing;
  -- The same for every id and token, so that nobody learns which are an order's.
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.report_unsent_copy(jsonb) to anon, authenticated;
comment on function public.report_unsent_copy(jsonb) is
  'Counts the copy of the order of {id, token} as not sent, once.';

/*
 * What the admin sets once for a courier: the columns of its sheet, its list of cities, and which city of
 * that list a typed city is. Names, tracking links and formats of couriers are in src/config/settings.ts.
 */

create table private.courier_settings (
  courier text primary key check (courier ~ '^[a-z0-9-]{1,40}$'),
  columns jsonb not null default '[]',
  cities jsonb not null default '[]',
  city_names jsonb not null default '{}'
);

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city in lower case: city of the list}.';

alter table private.courier_settings enable row level security;
create policy "Nobody reads the settings of couriers through the API" on private.courier_settings
  for all using (false);

create function private.clean_courier_columns(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  typed_column jsonb;
  cleaned jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'array' then
    perform private.refuse('bad_field', 'columns');
  end if;
  if jsonb_array_length(typed) > 60 then
    perform private.refuse('too_many', 'columns');
  end if;
  for typed_column in select * from jsonb_array_elements(typed) loop
    if jsonb_typeof(typed_column) is distinct from 'object'
      or typed_column - array['header', 'field', 'text'] <> '{}'
      or coalesce(typed_column ->> 'field', '') !~ '^[a-zA-Z]{1,40}$'
      or jsonb_typeof(typed_column -> 'header') is distinct from 'string'
      or jsonb_typeof(typed_column -> 'text') <> 'string' then
      perform private.refuse('bad_field', 'columns');
    end if;
    cleaned := cleaned || jsonb_build_array(jsonb_build_object(
      'header', private.clean_field('columns', typed_column -> 'header', 100, required => true),
      'field', typed_column ->> 'field',
      'text', coalesce(private.clean_field('columns', typed_column -> 'text', 200), '')
    ));
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_courier_columns(jsonb) is
  'The columns of a sheet as they are saved. Refuses invalid ones.';

-- Security definer: the settings cannot be read through the API.
create function public.admin_couriers() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('couriers', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'courier', courier, 'columns', columns, 'cities', cities, 'cityNames', city_names
        )
        order by courier
      ),
      '[]'
    )
    from private.courier_settings
  )));
end
$$;
grant execute on function public.admin_couriers() to authenticated;
comment on function public.admin_couriers() is
  'What was set for couriers, as {couriers: [{courier, columns, cities, cityNames}]}, for admins.';

-- Security definer: as public.admin_couriers().
create function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed_cities constant jsonb := coalesce(p -> 'cities', '[]');
  typed_names constant jsonb := coalesce(p -> 'cityNames', '{}');
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['courier', 'columns', 'cities', 'cityNames']);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if jsonb_typeof(typed_cities) <> 'array'
    or typed_cities @? 'strict $[*] ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cities');
  end if;
  if jsonb_typeof(typed_names) <> 'object'
    or typed_names @? 'strict $.* ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cityNames');
  end if;
  if jsonb_array_length(typed_cities) > 5000 then
    perform private.refuse('too_many', 'cities');
  end if;
  if (select count(*) from jsonb_object_keys(typed_names)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;

  insert into private.courier_settings as saved (courier, columns, cities, city_names)
  values (
    p ->> 'courier',
    private.clean_courier_columns(coalesce(p -> 'columns', '[]')),
    (
      -- In their order, each once and none blank.
      select coalesce(jsonb_agg(name order by nth) filter (where name is not null), '[]')
      from (
        select private.clean_field('cities', city, 100) as name, min(nth) as nth
        from jsonb_array_elements(typed_cities) with ordinality as listed (city, nth)
        group by 1
      ) as cleaned
    ),
    (
      select coalesce(jsonb_object_agg(lower(typed_city), city), '{}')
      from jsonb_each(typed_names),
        private.clean_field('cityNames', to_jsonb(key), 100) as typed_city,
        private.clean_field('cityNames', value, 100) as city
      where typed_city is not null and city is not null
    )
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_courier(jsonb) to authenticated;
comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?}, for admins.';

/*
 * Courier sheets. A batch is the list of orders that were exported together: it books them with a courier,
 * so that none is exported twice without being asked. Marked orders are left out, unless the admin includes
 * them: docs/product.md, rule 15.20.
 */

create table private.export_batches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  actor_id uuid,
  undone_at timestamptz
);

comment on table private.export_batches is 'Which sheets were made, when, by whom, for which courier.';

alter table private.export_batches enable row level security;
create policy "Nobody reads the batches of orders through the API" on private.export_batches
  for all using (false);

create table private.exported_orders (
  batch_id bigint not null references private.export_batches (id) on delete cascade,
  order_id text not null references public.orders (id) on delete cascade,
  position bigint generated always as identity,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  sent_at timestamptz,
  left_at timestamptz,
  primary key (batch_id, order_id)
);
create index exported_orders_order_id_idx on private.exported_orders (order_id);
create unique index exported_orders_position_idx on private.exported_orders (batch_id, position);

comment on table private.exported_orders is 'The orders of a batch. Erased orders stay in theirs.';
comment on column private.exported_orders.position is
  'The order of the sheet and of the pile of slips: orders with the same contents stand together.';
comment on column private.exported_orders.cells is 'The row of the sheet as it was sent to the courier.';
comment on column private.exported_orders.left_at is
  'When the order left the batch: its booking was cleared, or it went to another courier.';

alter table private.exported_orders enable row level security;
create policy "Nobody reads the orders of batches through the API" on private.exported_orders
  for all using (false);

create view private.batches as
  select id, at, courier,
    (select count(*) from private.exported_orders where batch_id = batch.id and left_at is null) as orders,
    undone_at as "undoneAt"
  from private.export_batches as batch;
comment on view private.batches is 'Batches with their number of orders, as the API has them.';

create view private.sheet_orders as
  select o.id, o.date, o.status, private.is_booked(o, details) as is_booked,
    exists (
      select from private.marked_orders as marked
      where marked.order_id = o.id and marked.decision_id is null
    ) as is_marked,
    exists (
      select from private.exported_orders as exported
      join private.export_batches as batch on batch.id = exported.batch_id
      where exported.order_id = o.id and exported.left_at is null and batch.undone_at is null
    ) as is_exported
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id;
comment on view private.sheet_orders is
  'Whether an order is booked, has a mark that no decision has ended, and is in a batch that was not undone.';

create view private.unbooked_orders as
  select id, date, is_marked from private.sheet_orders
  -- By the index on status and date: few of all orders are open.
  where not is_booked and status = any (private.open_statuses());
comment on view private.unbooked_orders is 'The orders that no courier has yet, and whether they are marked.';

create function private.leave_batch() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  update private.exported_orders as exported set left_at = now()
  from private.export_batches as batch
  where batch.id = exported.batch_id and exported.order_id = new.order_id
    and exported.left_at is null and batch.undone_at is null
    and batch.courier is distinct from new.courier;
  return null;
end
$$;
comment on function private.leave_batch() is
  'Takes an order whose courier changes out of the batches of the former one.';

create trigger leave_batch after update on private.order_details
  for each row when (old.courier is not null and old.courier is distinct from new.courier)
  execute function private.leave_batch();

create function private.book_orders(ids text[], courier text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    id, 'admin', auth.uid(),
    jsonb_build_object('courier', details.courier), jsonb_build_object('courier', book_orders.courier)
  from unnest(ids) as id
  left join private.order_details as details on details.order_id = id
  where details.courier is distinct from book_orders.courier;
  insert into private.order_details (order_id, courier)
  select id, book_orders.courier from unnest(ids) as id
  on conflict (order_id) do update set courier = excluded.courier;
end
$$;
comment on function private.book_orders(text[], text) is
  'Books open orders with a courier, or with none, and logs it.';

create function private.read_batch(p jsonb) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  field text;
  batch private.export_batches;
begin
  perform private.check_request(
    p, 32768, array['courier', 'ids', 'includeExported', 'includeMarked', 'batch']
  );
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if coalesce(jsonb_typeof(p -> 'ids'), 'null') not in ('null', 'array') then
    perform private.refuse('bad_field', 'ids');
  end if;
  if jsonb_typeof(p -> 'ids') = 'array' and jsonb_array_length(p -> 'ids') > 500 then
    perform private.refuse('too_many', 'ids');
  end if;
  foreach field in array array['includeExported', 'includeMarked'] loop
    if coalesce(jsonb_typeof(p -> field), 'null') not in ('null', 'boolean') then
      perform private.refuse('bad_field', field);
    end if;
  end loop;
  if coalesce(jsonb_typeof(p -> 'batch'), 'null') not in ('null', 'number') then
    perform private.refuse('bad_field', 'batch');
  end if;

  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  if jsonb_typeof(p -> 'batch') = 'number' then
    select * into batch from private.export_batches as saved
    where saved.id::numeric = (p ->> 'batch')::numeric
      and saved.courier = p ->> 'courier' and saved.undone_at is null;
    if not found then
      perform private.refuse('not_found', 'batch', 200);
    end if;
  end if;
  return batch;
end
$$;
comment on function private.read_batch(jsonb) is
  'The batch that a request of admin_create_batch() adds to, or null for a new one. Refuses an invalid request,
and a batch that was undone or is of another courier.';

create function private.save_batch(batch private.export_batches, courier text, ids text[])
returns private.export_batches
language plpgsql volatile set search_path = '' as $$
begin
  if batch.id is null then
    insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
    returning * into batch;
  end if;
  perform private.book_orders(ids, batch.courier);
  insert into private.exported_orders (batch_id, order_id)
  select batch.id, o.id
  from public.orders as o where o.id = any (ids)
  -- What is in a parcel, as a text that is the same for equal parcels.
  order by (
    select string_agg(
      concat_ws(' ', line ->> 'quantity', line ->> 'id', line ->> 'size'), ', '
      order by line ->> 'id', line ->> 'size'
    )
    from jsonb_array_elements(o.items) as line
  ), o.date, o.id
  on conflict (batch_id, order_id) do update set
    position = default, cells = null, sent_at = null, left_at = null;
  return batch;
end
$$;
comment on function private.save_batch(private.export_batches, text, text[]) is
  'Adds orders to a batch, or to a new one where it is null, and books them with its courier.';

create function private.sort_out(ids text[], includes_exported boolean, includes_marked boolean)
returns table (id text, reason text)
language sql stable set search_path = '' as $$
  select listed.id, case
    when o.id is null then 'not_found'
    when private.is_final(o.status) then 'closed'
    when not o.is_booked then case when o.is_marked and not includes_marked then 'marked' end
    when includes_exported then null
    when o.is_exported then 'exported'
    else 'booked'
  end
  from unnest(ids) as listed (id)
  left join private.sheet_orders as o on o.id = listed.id
$$;
comment on function private.sort_out(text[], boolean, boolean) is
  'Why an order is left out of a batch, or null.';

-- Security definer: batches and details cannot be changed through the API. Without sequential scans, which
-- Postgres chooses for 500 orders in a trigger, where it has no estimate of their number.
create function public.admin_create_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch_size constant integer := 500;
  ids text[];
  includes_exported boolean;
  includes_marked boolean;
  batch private.export_batches;
  taken text[];
  left_out jsonb;
begin
  perform private.require_admin();
  batch := private.read_batch(p);
  includes_exported := coalesce((p ->> 'includeExported')::boolean, false);
  includes_marked := coalesce((p ->> 'includeMarked')::boolean, false);
  if jsonb_typeof(p -> 'ids') = 'array' then
    ids := array(select distinct id from jsonb_array_elements_text(p -> 'ids') as id order by id);
  else
    -- The oldest first.
    ids := array(
      select id from private.unbooked_orders where includes_marked or not is_marked
      order by date, id limit batch_size
    );
  end if;

  -- Locked in the order of their ids, like every other change of several orders. The statement that
  -- follows sees what other transactions did to them before.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select
    coalesce(array_agg(id order by id) filter (where reason is null), '{}'),
    coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'reason', reason) order by id)
        filter (where reason is not null),
      '[]'
    )
  into taken, left_out
  from private.sort_out(ids, includes_exported, includes_marked);

  if cardinality(taken) > 0 then
    batch := private.save_batch(batch, p ->> 'courier', taken);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out
  ) || case when jsonb_typeof(p -> 'ids') = 'array' then '{"remaining": 0, "marked": 0}'
    else jsonb_build_object(
      'remaining', (
        select count(*) from private.unbooked_orders where includes_marked or not is_marked
      ),
      'marked', (select count(distinct order_id) from private.undecided_orders(null, null, null))
    )
  end);
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_create_batch(jsonb) to authenticated;
comment on function public.admin_create_batch(jsonb) is
  'Books at most 500 orders with a courier as a batch, of {courier, ids?, includeExported?, includeMarked?,
batch?}: these ids, or else the oldest that are open and not booked; how many of them are marked and were
left out is in "marked". For admins.';

/*
 * The batches of courier sheets: their list, the orders of one, and undoing one.
 */

-- Security definer: as public.admin_create_batch().
create function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.export_batches
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batches', (
      select coalesce(jsonb_agg(to_jsonb(batch) order by id desc), '[]')
      from private.batches as batch where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_batches(jsonb) to authenticated;
comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, for admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 500;
  batch private.export_batches;
  shown bigint[];
begin
  perform private.require_admin();
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select position from private.exported_orders
    where batch_id = batch.id and position > coalesce((p ->> 'after')::bigint, 0)
    order by position limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'units', private.units_of(o.items),
            'position', exported.position,
            'cells', exported.cells,
            'sentAt', exported.sent_at,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = batch.id and exported.position = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_batch(jsonb) to authenticated;
comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full after this position, in the order of its sheet,
with the rows that were sent and when an order left; or null. For admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_save_rows(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved integer;
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['batch', 'rows']);
  if jsonb_typeof(p -> 'batch') is distinct from 'number' then
    perform private.refuse('bad_field', 'batch');
  end if;
  if jsonb_typeof(p -> 'rows') is distinct from 'array' or jsonb_array_length(p -> 'rows') > 500
    or exists (
      select from jsonb_array_elements(p -> 'rows') as sent
      where jsonb_typeof(sent -> 'cells') is distinct from 'array'
    ) then
    perform private.refuse('bad_field', 'rows');
  end if;
  update private.exported_orders as exported set cells = sent -> 'cells', sent_at = now()
  from jsonb_array_elements(p -> 'rows') as sent
  where exported.batch_id = (p ->> 'batch')::bigint and exported.order_id = sent ->> 'id'
    and exported.left_at is null
    -- What a courier was sent stays as it is, unless it is sent anew.
    and exported.cells is distinct from sent -> 'cells';
  get diagnostics saved = row_count;
  return private.respond(200, jsonb_build_object('ok', true, 'saved', saved));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_rows(jsonb) to authenticated;
comment on function public.admin_save_rows(jsonb) is
  'Keeps the rows of a batch as they were sent to the courier: {batch, rows: [{id, cells}]}, for admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_find_numbers(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 65536, array['numbers']);
  if jsonb_typeof(p -> 'numbers') is distinct from 'array' or jsonb_array_length(p -> 'numbers') > 500 then
    perform private.refuse('bad_field', 'numbers');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'found', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'number', o.tracking_number, 'id', o.id, 'status', o.status,
          'fullName', o.shipping_address ->> 'fullName'
        )
        order by o.tracking_number, o.id
      ),
      '[]'
    )
    from public.orders as o
    where o.tracking_number in (select jsonb_array_elements_text(p -> 'numbers'))
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_find_numbers(jsonb) to authenticated;
comment on function public.admin_find_numbers(jsonb) is
  'The orders that have these tracking numbers: {numbers}, for admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_undo_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch private.export_batches;
  ids text[];
  unbooked text[] := '{}'::text[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select order_id from private.exported_orders
    where batch_id = batch.id and left_at is null order by order_id
  );
  if batch.undone_at is null then
    update private.export_batches set undone_at = now() where id = batch.id;
    perform from public.orders as o where o.id = any (ids) order by o.id for update;
    -- An order that is in another batch as well stays booked.
    unbooked := array(
      select o.id from public.orders as o
      join private.order_details as details on details.order_id = o.id
      join private.sheet_orders as listed on listed.id = o.id
      where o.id = any (ids) and private.is_open(o.status) and o.tracking_number is null
        and details.courier = batch.courier and not listed.is_exported
    );
    perform private.book_orders(unbooked, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'unbooked', cardinality(unbooked),
    'stillBooked', cardinality(ids) - cardinality(unbooked)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_batch(jsonb) to authenticated;
comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';

/*
 * A cancelled order that was never booked can be deleted for good, with everything that names its customer.
 * Its log goes with it. What stays is that it was deleted.
 */

create table private.deleted_orders (
  id bigint generated always as identity primary key,
  order_id text not null,
  at timestamptz not null default now(),
  actor_id uuid,
  total numeric(12,2) not null
);
create index deleted_orders_order_id_idx on private.deleted_orders (order_id);

comment on table private.deleted_orders is
  'Which orders were deleted, when, by whom, and for how many rupees. Of the customer it has nothing.';

alter table private.deleted_orders enable row level security;
create policy "Nobody reads the log of deleted orders through the API" on private.deleted_orders
  for all using (false);

create function private.may_be_deleted(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.status = 'cancelled' and o.tracking_number is null
    and not exists (
      select from jsonb_array_elements(o.tracking_history) as change
      where change ->> 'status' in ('shipped', 'delivered') or change ->> 'trackingNumber' is not null
    )
    and not exists (
      select from private.order_details as details
      where details.order_id = o.id and (details.booked_at is not null or details.outcome is not null)
    )
    and not exists (select from private.exported_orders as exported where exported.order_id = o.id)
    and not exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.after ->> 'courier' is not null
    )
$$;
comment on function private.may_be_deleted(public.orders) is
  'Whether an order is cancelled and never had a courier, a batch or a tracking number.';

create function private.delete_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.deleted_orders (order_id, actor_id, total)
  select id, auth.uid(), total from public.orders where id = any (ids) order by id;
  delete from private.order_audit where order_id = any (ids);
  delete from public.orders where id = any (ids);
end
$$;
comment on function private.delete_orders(text[]) is
  'Deletes orders with all that is saved of them, and logs that they were deleted.';

-- Security definer: the API deletes no order.
create function public.admin_delete_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  if o.id is null then
    -- A retry whose response was lost finds it deleted.
    if exists (select from private.deleted_orders where order_id = p ->> 'id') then
      return private.respond(200, '{"ok": true}');
    end if;
    perform private.refuse('not_found', null, 200);
  end if;
  if to_jsonb(o.version) is distinct from p -> 'version' then
    perform private.refuse_change('stale', o, false);
  end if;
  if not private.may_be_deleted(o) then
    perform private.refuse_change('not_deletable', o, false);
  end if;
  perform private.delete_orders(array[o.id]);
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_delete_order(jsonb) to authenticated;
comment on function public.admin_delete_order(jsonb) is
  'Deletes for good this version of an order that is cancelled and was never booked, {id, version}, for
admins.';

/*
 * A group of marked orders is released or discarded, and either is undone. A request decides on 500 orders at
 * most, and the next one goes on with the same decision, so that one press has one Undo. Every request locks
 * the decision first and then its orders, in the order of their ids.
 */

create view private.decisions as
  select id, at, act, mark, group_key as "group", orders,
    (
      select count(distinct order_id) from private.marked_orders where decision_id = decision.id
    ) as "left",
    undone_at as "undoneAt"
  from private.mark_decisions as decision;
comment on view private.decisions is
  'Decisions as the API has them, with how many orders each had and how many it still ends a mark of.';

-- Security definer: marks cannot be read through the API.
create function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', (
      with undecided as (
        select marked.mark, marked.group_key, o.total, o.date, o.phone_key,
          o.shipping_address ->> 'city' as city
        from private.undecided_orders(null, null, null) as marked
        join public.orders as o on o.id = marked.order_id
      ),
      newest as (
        select mark, group_key, count(*) as orders, sum(total) as total,
          count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at
        from undecided group by mark, group_key order by last_at desc, mark, group_key limit 50
      )
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
          'firstAt', first_at, 'lastAt', last_at,
          -- The three most frequent.
          'cities', (
            select jsonb_agg(jsonb_build_object('city', city, 'orders', most.orders) order by nth)
            from (
              select city, count(*) as orders, row_number() over (order by count(*) desc, city) as nth
              from undecided
              where (undecided.mark, undecided.group_key) = (newest.mark, newest.group_key)
              group by city order by nth limit 3
            ) as most
          )
        )
        order by last_at desc, mark, group_key
      ), '[]')
      from newest
    ),
    'decisions', (
      select coalesce(jsonb_agg(to_jsonb(made) order by made.id desc), '[]')
      from (select * from private.decisions order by id desc limit 10) as made
    )
  ));
end
$$;
grant execute on function public.admin_marked_groups() to authenticated;
comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders that are open and not booked, {mark, group, orders, total, phones,
firstAt, lastAt, cities}, and the last 10 decisions, for admins.';

create table private.discarded_orders (
  order_id text primary key references public.orders (id) on delete cascade,
  decision_id bigint not null references private.mark_decisions (id),
  status public.order_status not null,
  version integer not null
);
create index discarded_orders_decision_idx on private.discarded_orders (decision_id, order_id);

comment on table private.discarded_orders is
  'Orders that a decision cancelled, with their status before it and their version after it.';

alter table private.discarded_orders enable row level security;
create policy "Nobody reads the discarded orders through the API" on private.discarded_orders
  for all using (false);

create function private.read_decision(p jsonb) returns private.mark_decisions
language plpgsql volatile set search_path = '' as $$
declare
  decision private.mark_decisions;
begin
  perform private.check_request(p, 16384, array['act', 'mark', 'group', 'ids', 'decision']);
  if coalesce(p ->> 'act', '') not in ('release', 'discard') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(jsonb_typeof(p -> 'decision'), 'number') <> 'number' then
    perform private.refuse('bad_field', 'decision');
  end if;
  -- A group, or a list of orders. Neither would be every marked order.
  if p ? 'ids' then
    if p ? 'mark' or p ? 'group' or jsonb_typeof(p -> 'ids') <> 'array' then
      perform private.refuse('bad_field', 'ids');
    end if;
    if jsonb_array_length(p -> 'ids') > 500 then
      perform private.refuse('too_many', 'ids');
    end if;
  elsif jsonb_typeof(p -> 'mark') is distinct from 'string' then
    perform private.refuse('bad_field', 'mark');
  elsif jsonb_typeof(p -> 'group') is distinct from 'string' then
    perform private.refuse('bad_field', 'group');
  end if;
  if p ? 'decision' then
    select * into decision from private.mark_decisions as saved
    where saved.id::numeric = (p ->> 'decision')::numeric and saved.undone_at is null
      and (saved.act, saved.mark, saved.group_key)
        is not distinct from (p ->> 'act', p ->> 'mark', p ->> 'group')
    for update;
    if not found then
      perform private.refuse('not_found', 'decision', 200);
    end if;
  end if;
  return decision;
end
$$;
comment on function private.read_decision(jsonb) is
  'The decision that a request of admin_decide_marked() goes on with, locked; or null for a new one. Refuses an
invalid request, and a decision that was undone or is about others.';

-- Security definer: as public.admin_marked_groups(). Without sequential scans, as
-- public.admin_create_batch().
create function public.admin_decide_marked(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  ids text[];
  decision private.mark_decisions;
begin
  perform private.require_admin();
  decision := private.read_decision(p);
  if p ? 'ids' then
    ids := array(select jsonb_array_elements_text(p -> 'ids'));
  end if;
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', ids)
    order by order_id limit 500
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  -- The statement that follows sees what others decided on them, or booked, before.
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', ids)
    order by order_id
  );
  if cardinality(ids) > 0 then
    if decision.id is null then
      insert into private.mark_decisions (actor_id, act, mark, group_key)
      values (auth.uid(), p ->> 'act', p ->> 'mark', p ->> 'group') returning * into decision;
    end if;
    -- A group is released of its own mark. A cancelled order needs no other look.
    update private.marked_orders set decision_id = decision.id
    where order_id = any (ids) and decision_id is null
      and (p ? 'ids' or decision.act = 'discard'
        or (mark, group_key) = (decision.mark, decision.group_key));
    perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', decision.act))
    from unnest(ids) as id;
    if decision.act = 'discard' then
      -- The triggers of orders add 1 to the version.
      insert into private.discarded_orders (order_id, decision_id, status, version)
      select id, decision.id, status, version + 1 from public.orders where id = any (ids)
      on conflict (order_id) do update set
        decision_id = excluded.decision_id, status = excluded.status, version = excluded.version;
      perform set_config('shop.actor', 'admin', true);
      update public.orders set status = 'cancelled' where id = any (ids);
      perform set_config('shop.actor', '', true);
    end if;
    update private.mark_decisions set orders = orders + cardinality(ids) where id = decision.id
    returning * into decision;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'changed', cardinality(ids),
    'remaining', case when p ? 'ids' then 0 else (
      select count(distinct order_id)
      from private.undecided_orders(p ->> 'mark', p ->> 'group', null)
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_decide_marked(jsonb) to authenticated;
comment on function public.admin_decide_marked(jsonb) is
  'Releases or discards at most 500 marked orders that are open and not booked, of {act, mark, group,
decision?} or {act, ids}, and says how many remain in the group. Discarding cancels them. For admins.';

/*
 * What is done with a decision on marked orders afterwards: undo it, or delete what it discarded.
 */

-- Security definer: as public.admin_decide_marked().
create function public.admin_undo_decision(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  max_orders constant integer := 500;
  decision private.mark_decisions;
  ids text[];
  restored text[];
begin
  perform private.require_admin();
  update private.mark_decisions set undone_at = coalesce(undone_at, now())
  where id::numeric = (p ->> 'id')::numeric
  returning * into decision;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select distinct order_id from private.marked_orders where decision_id = decision.id
    order by order_id limit max_orders
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  restored := array(
    select o.id from public.orders as o
    left join private.discarded_orders as discarded
      on discarded.order_id = o.id and discarded.decision_id = decision.id
    where o.id = any (ids) and (decision.act = 'release' or discarded.version = o.version)
    order by o.id
  );

  perform set_config('shop.actor', 'admin', true);
  update public.orders as o set status = discarded.status
  from private.discarded_orders as discarded
  where discarded.order_id = o.id and discarded.decision_id = decision.id and o.id = any (restored);
  perform set_config('shop.actor', '', true);
  perform private.log_changes(
    'admin', id, jsonb_build_object('decision', decision.act), '{"decision": null}'
  ) from unnest(restored) as id;
  delete from private.discarded_orders where order_id = any (ids) and decision_id = decision.id;
  update private.marked_orders set decision_id = null
  where order_id = any (ids) and decision_id = decision.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'restored', cardinality(restored),
    'notRestored', cardinality(ids) - cardinality(restored)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_decision(jsonb) to authenticated;
comment on function public.admin_undo_decision(jsonb) is
  'Undoes the decision {id} for at most 500 of its orders: they are marked again, and have the status of
before where nobody changed them since. In the decision, "left" says how many remain. For admins.';

create view private.deletable_orders as
  select discarded.decision_id, o.id from private.discarded_orders as discarded
  join public.orders as o on o.id = discarded.order_id and o.version = discarded.version
  where private.may_be_deleted(o);
comment on view private.deletable_orders is
  'The orders that a decision discarded, that nobody changed since, and that may be deleted.';

-- Security definer: as public.admin_delete_order(). Without sequential scans, as
-- public.admin_create_batch().
create function public.admin_delete_discarded(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  max_orders constant integer := 500;
  decision private.mark_decisions;
  ids text[];
begin
  perform private.require_admin();
  -- Locked, so that it is not undone meanwhile.
  select * into decision from private.mark_decisions as saved
  where saved.id::numeric = (p ->> 'id')::numeric for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select id from private.deletable_orders where decision_id = decision.id
    order by id limit max_orders
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  ids := array(
    select id from private.deletable_orders
    where decision_id = decision.id and id = any (ids) order by id
  );
  perform private.delete_orders(ids);
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'deleted', cardinality(ids),
    'remaining', (
      select count(*) from private.deletable_orders where decision_id = decision.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_delete_discarded(jsonb) to authenticated;
comment on function public.admin_delete_discarded(jsonb) is
  'Deletes for good at most 500 orders that the decision {id} discarded and nobody changed since, and says
how many remain. For admins.';

/*
 * Erasing of personal data: docs/decisions/erasing.md. Items, totals and dates stay, so every total is the
 * same before and after. An erased order is closed and has no tracking number, because a courier's page
 * shows name, phone and address for one. Erasing a customer also reaches the log of orders that were corrected
 * to another customer, and messages that do not name the phone of the address.
 */

create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('admin', 'system')),
  actor_id uuid,
  orders integer not null
);

comment on table private.erasures is
  'When personal data was erased, by which admin or by the retention time, and of how many orders.';

alter table private.erasures enable row level security;
create policy "Nobody reads the log of erasures through the API" on private.erasures
  for all using (false);

create function private.erase_logged(logged jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select logged - array[
    'tracking_number', 'shippingAddress', 'landmark', 'secondPhone', 'riderNote', 'cancelText'
  ]
$$;
comment on function private.erase_logged(jsonb) is
  'One side of an entry in the log of changes without personal data.';

create function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids);
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids);
  delete from private.order_notes where order_id = any (ids);
  delete from private.help_requests where order_id = any (ids);
  delete from private.marked_orders where order_id = any (ids);
  delete from private.confirm_codes where order_id = any (ids);
  update private.exported_orders set cells = null where order_id = any (ids) and cells is not null;
  update private.confirmation_attempts set text = null where order_id = any (ids) and text is not null;
  update private.told_messages set phone_key = '' where order_id = any (ids);
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    landmark = null, second_phone = null, rider_note = null, cancel_text = null,
    admin_token_hash = null
  where order_id = any (ids);
  update public.orders set shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled.';

create function private.erase_former_log(name text, phone text) returns void
language sql volatile set search_path = '' as $$
  with logged as (
    select
      id,
      order_id,
      lower(before #>> '{shippingAddress,fullName}') = erase_former_log.name as has_name,
      nullif(private.phone_key(before #>> '{shippingAddress,phone}'), '') = erase_former_log.phone
        as has_phone
    from private.order_audit
    where before ? 'shippingAddress'
  ),
  former as (
    select logged.order_id, max(logged.id) as last_entry
    from logged left join public.orders as o on o.id = logged.order_id
    -- The log has what differs: a name or a phone that an entry does not have is that of a later one.
    where coalesce(has_name, has_phone) and coalesce(has_phone, has_name)
    group by logged.order_id, o.phone_key, o.shipping_address
    having (coalesce(bool_or(has_name), false)
        or lower(o.shipping_address ->> 'fullName') = erase_former_log.name)
      and (coalesce(bool_or(has_phone), false) or o.phone_key = erase_former_log.phone)
  )
  update private.order_audit as entry set
    before = private.erase_logged(entry.before),
    after = case
      when entry.id < former.last_entry then private.erase_logged(entry.after) else entry.after
    end
  from former
  where entry.order_id = former.order_id and entry.id <= former.last_entry
$$;
comment on function private.erase_former_log(text, text) is
  'Erases from the log what orders were until they were corrected from this lower-case name and phone key to
another customer.';

-- Security definer: the API writes no table.
create function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
  customer_name text;
  customer_phone text;
  phones text[];
  ids text[];
  open_orders integer;
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(o) into customer from public.orders as o where o.id = p ->> 'order';
  end if;
  customer_phone := substring(customer from '[0-9]*$');
  customer_name := left(customer, -length(customer_phone) - 1);
  -- Locked, so that none is reopened meanwhile.
  select array_agg(id), count(*) filter (where not private.is_final(status)) into ids, open_orders
  from (
    select id, status from public.orders as o
    where o.phone_key = customer_phone and private.customer_key(o) = customer
      and not private.is_erased(o.shipping_address)
    order by id
    for update
  ) as locked;
  if ids is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if open_orders > 0 then
    return private.respond(200, jsonb_build_object('ok', false, 'code', 'open_orders', 'orders', open_orders));
  end if;

  phones := array(
    select private.phone_key(second_phone) from private.order_details
    where order_id = any (ids) and second_phone is not null
    union
    select private.phone_key(side ->> 'secondPhone') from private.order_audit as entry,
      unnest(array[entry.before, entry.after]) as side
    where entry.order_id = any (ids) and side ->> 'secondPhone' is not null
  ) || customer_phone;
  perform private.erase_orders(ids);
  perform private.erase_former_log(customer_name, customer_phone);
  -- And all messages from the e-mail addresses of those with the name or a phone.
  with found as (
    select id, email_key from private.contact_messages as message
    where lower(message.name) = customer_name or exists (
      select from unnest(phones) as phone where strpos(private.digits(message::text), phone) > 0
    )
  )
  delete from private.contact_messages
  where id in (select id from found) or email_key in (select email_key from found);
  insert into private.erasures (actor, actor_id, orders)
  values ('admin', auth.uid(), cardinality(ids));
  return private.respond(200, jsonb_build_object('ok', true, 'orders', cardinality(ids), 'otherNames', (
    select count(distinct private.customer_key(o)) from public.orders as o
    where o.phone_key = customer_phone
  )));
end
$$;
grant execute on function public.admin_erase_customer(jsonb) to authenticated;
comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, unless an order is open; and
says how many orders, and how many other customers have the same phone. For admins.';

/*
 * The retention time. apply_retention() erases one batch. It is called every ten minutes by pg_cron where
 * that extension is available, by the local backend at its start and once a day, and by the dashboard
 * where nothing else has called it for a day.
 */

create table private.last_retention (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

comment on table private.last_retention is 'When nothing was left to erase.';

alter table private.last_retention enable row level security;
create policy "Nobody reads the time of the last erasing through the API" on private.last_retention
  for all using (false);

insert into private.last_retention (at) values ('-infinity');

create function private.retention_time() returns interval
language sql immutable set search_path = '' as $$
  select interval '24 months'
$$;
comment on function private.retention_time() is
  'How long after its date an order has personal data, unless it is still open. The privacy page says so.';

create function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that another transaction is changing waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and private.is_final(status)
    order by date
    limit batch
    for update skip locked
  );
begin
  delete from private.contact_messages where received_at < limit_date;
  if cardinality(ids) > 0 then
    perform private.erase_orders(ids);
    insert into private.erasures (actor, orders) values ('system', cardinality(ids));
  end if;
  if cardinality(ids) < batch then
    update private.last_retention set at = now() where only_row;
  end if;
  return cardinality(ids);
end
$$;
comment on function private.apply_retention() is
  'Erases at most 500 orders that are older than the retention time, and old messages. Returns how many
orders.';

do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    raise notice 'Without pg_cron the dashboard applies the retention time.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('apply_retention', '*/10 * * * *', 'select private.apply_retention()');
exception
  -- Installed, but not loaded with the server, or in another database of it.
  when others then
    raise warning 'pg_cron cannot be used (%): the dashboard applies the retention time.', sqlerrm;
end
$$;

/*
 * What waits for the admin. A column that a query does not name is not counted for it.
 */

create view private.waiting as
  select *, unread_messages + open_requests as unread
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_orders(null, null, null) limit 1000
        ) as undecided
      ) as marked_orders,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;
comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks; how many orders of the last 30 days have a copy that the form service did not
take; and how many orders have personal data longer than they should, up to 1,000: most are still open.';

/*
 * What the admin reads of orders: the list, one order, orders in full, and how many have each status.
 *
 * Each function of the admin calls require_admin() first, because `security definer` passes by row level
 * security.
 */

-- Security definer: a search uses indexes only without row level security.
create function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer
  ));
end
$$;
grant execute on function public.admin_orders(jsonb) to authenticated;
comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, mark?, group?, older?, newer?, limit?}, newest first, for admins.
A mark is that of private.marked_orders, and finds orders on which nobody has decided.';

create view private.order_pages as
  select
    o.id,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]')
      from private.order_notes where order_id = o.id
    ) as notes,
    (
      select coalesce(
        jsonb_agg(to_jsonb(attempt) - array['order_id', 'actor_id'] order by at, id), '[]'
      )
      from private.confirmation_attempts as attempt where order_id = o.id
    ) as attempts,
    jsonb_build_object(
      'messages', (
        select coalesce(
          jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'language', language) order by at, id), '[]'
        )
        from private.told_messages where order_id = o.id
      ),
      'language', (
        select language from private.told_messages
        where phone_key = o.phone_key and phone_key <> '' order by at desc, id limit 1
      )
    ) as told,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', other.id, 'version', other.version, 'date', other.date, 'total', other.total,
          'items', other.items, 'fullName', other.shipping_address ->> 'fullName',
          'city', other.shipping_address ->> 'city'
        )
        order by other.date, other.id
      ), '[]')
      from public.orders as other
      left join private.order_details as details on details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id and private.is_open(other.status)
        and not private.is_booked(other, details) and not private.is_erased(o.shipping_address)
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, and those that were joined into it.';

-- Security definer: the details and the log cannot be read through the API.
create function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(earlier.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as earlier on earlier.status = listed.status
          and earlier.phone_key = shown.phone_key
          and (earlier.date, earlier.id) < (shown.date, shown.id)
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'source', coalesce(details.source, 'website'),
    'outcome', details.outcome,
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    ),
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, whether it may be deleted, and when too many wrong phones were tried at
it; or null. For admins.';

-- Security definer: details cannot be read through the API.
create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object(
          'endReason', details.end_reason, 'confirmation', private.confirmation_json(o)
        )
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with confirmation and the reason of
a cancellation. For admins.';

-- Security definer: the totals cannot be read through the API.
create function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0), 'marked', (
        select marked_orders from private.waiting
      ))
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is
  'How many orders have each status, and how many are marked, for admins.';

/*
 * The admin's list of customers.
 */

-- Security definer: customers cannot be read through the API.
create function public.admin_customers(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('customers', p);
  return private.respond(200, jsonb_build_object(
    'customers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'key', key,
            'fullName', full_name,
            'phone', phone,
            'city', city,
            'state', state,
            'orderCount', order_count,
            'totalSpent', total_spent,
            'lastOrderDate', last_order_date
          )
          order by last_order_date desc, key desc
        ),
        '[]'
      )
      from private.customers where key = any (page.keys)
    ),
    'total', (select customers from private.customer_total),
    'older', page.older,
    'newer', page.newer
  ));
end
$$;
grant execute on function public.admin_customers(jsonb) to authenticated;
comment on function public.admin_customers(jsonb) is
  'A page of customers for {search?, older?, newer?, limit?}, latest orders first, for admins.';

/*
 * What the admin's first page shows: totals, the last days, the newest orders, and what waits for a decision.
 */

-- Security definer: the totals cannot be read through the API.
create function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;

  select figures || jsonb_build_object(
    'revenue30', coalesce(sum(revenue) filter (where day > today - 30), 0),
    'revenuePrevious30', coalesce(sum(revenue) filter (where day <= today - 30), 0)
  )
  into figures
  from private.day_totals where day between today - 59 and today;

  -- Days without orders included.
  select figures || jsonb_build_object('days', jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  ))
  into figures
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between today - 29 and today
  ) as total on total.day = listed.day;

  select figures || jsonb_build_object(
    'openRequests', open_requests,
    'pastRetention', past_retention,
    'markedOrders', marked_orders,
    'unsentCopies', unsent_copies,
    'databaseBytes', pg_database_size(current_database()),
    'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
  )
  into figures
  from private.waiting;
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;
grant execute on function public.admin_dashboard() to authenticated;
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi, the 5 newest orders, how many requests for help are open, how many
orders are marked, how many copies of orders were not sent, and the bytes of the database, for admins.';
