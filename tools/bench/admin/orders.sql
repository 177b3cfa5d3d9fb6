/*
 * $1 orders of almost two years, oldest first: older ones would be erased by the retention time while the
 * bench runs. A customer orders twice on average, some often; names repeat as they do among people.
 */
insert into public.orders (
  id, items, total, shipping_address, phone_key, payment_method, status, date, estimated_delivery,
  tracking_number, tracking_history, search_text
)
with names as (
  select
    array[
      'Muhammad', 'Ayesha', 'Ali', 'Fatima', 'Ahmed', 'Zainab', 'Hassan', 'Maryam', 'Usman', 'Sana',
      'Bilal', 'Hira', 'Hamza', 'Iqra', 'Omar', 'Nimra', 'Saad', 'Mahnoor', 'Faisal', 'Rabia',
      'Imran', 'Sadia', 'Kashif', 'Bushra', 'Adnan', 'Nadia', 'Shahid', 'Farah', 'Tariq', 'Saima',
      'Waqas', 'Amna', 'Asad', 'Komal', 'Junaid', 'Mehwish', 'Zeeshan', 'Areeba', 'Danish', 'Laiba',
      'Noman', 'Kiran', 'Rizwan', 'Uzma', 'Salman', 'Shazia', 'Waleed', 'Tahira', 'Yasir', 'Zoya',
      'عائشہ', 'محمد', 'فاطمہ', 'علی', 'زینب', 'Gul', 'Palwasha', 'Sassui', 'Mahganj', 'Zarmina'
    ] as first_names,
    array[
      'Khan', 'Ahmed', 'Ali', 'Malik', 'Hussain', 'Butt', 'Sheikh', 'Iqbal', 'Raza', 'Chaudhry',
      'Qureshi', 'Siddiqui', 'Shah', 'Mirza', 'Aslam', 'Akhtar', 'Javed', 'Bhatti', 'Rana', 'Abbasi',
      'Ansari', 'Hashmi', 'Mughal', 'Nawaz', 'Rehman', 'Yousaf', 'Zafar', 'Baig', 'Dar', 'Farooq',
      'Gill', 'Haider', 'Jamil', 'Kazmi', 'Lodhi', 'Memon', 'Niazi', 'Paracha', 'Rajput', 'Soomro',
      'خان', 'احمد', 'حسین', 'Tareen', 'Ujjan', 'Virk', 'Wattoo', 'Yusufzai', 'Zardari', 'Baloch'
    ] as last_names,
    array[
      'Noor', 'Jahan', 'Bibi', 'Abdul', 'Zahra', 'Umar', 'Talha', 'Anwar', 'Saleem', 'Parveen', 'Naz',
      'Akbar', 'Rafiq', 'Shabana', 'Tabassum', 'Zulfiqar', 'Ghulam', 'Sarwat', 'Nighat', 'Ijaz'
    ] as middle_names,
    array[
      'Lahore', 'Karachi', 'Islamabad', 'Faisalabad', 'Rawalpindi', 'Multan', 'Peshawar', 'Quetta',
      'Sialkot', 'Gujranwala', 'Hyderabad', 'Bahawalpur', 'Turbat'
    ] as cities,
    array[
      'Punjab', 'Sindh', 'Islamabad Capital Territory', 'Punjab', 'Punjab', 'Punjab',
      'Khyber Pakhtunkhwa', 'Balochistan', 'Punjab', 'Punjab', 'Sindh', 'Punjab', 'Balochistan'
    ] as states
),
-- Numbers that look like chance and come out the same each time: 0 to 1, one for each use.
numbered as (
  select
    nth,
    (hashint8extended(nth, 2) & 1048575) / 1048576::float8 as chance,
    floor($1::float8 / 2 * power((hashint8extended(nth, 1) & 1048575) / 1048576::float8, 1.4))::bigint
      as customer,
    now() - (($1::float8 - nth + (hashint8extended(nth, 3) & 1023) / 1024::float8) / $1)
      * interval '720 days' as date
  from generate_series(1, $1::bigint) as nth
),
bought as materialized (
  select
    *,
    (hashint8extended(customer, 4) & 1048575) / 1048576::float8 as first_chance,
    (hashint8extended(customer, 5) & 1048575) / 1048576::float8 as last_chance,
    -- One of a thousand lives in the last city.
    case when customer % 1000 = 7 then 13 else (hashint8extended(customer, 6) & 1048575) % 12 + 1 end
      as city,
    (hashint8extended(customer, 9) & 31) as pick_of_customer,
    lpad(((hashint8extended(customer, 7) & 4294967295) % 1000000000)::text, 9, '0') as digits,
    case when chance < 0.75 then 1 else 2 end as kinds,
    (hashint8extended(nth, 8) & 1023)::integer as pick,
    case when chance < 0.1 then 3 when chance < 0.3 then 2 else 1 end as quantity
  from numbered
),
sold as (
  select
    array_agg(jsonb_build_object(
      'id', product_id, 'name', name, 'image', image, 'price', unit_price, 'size', size
    ) order by product_id) as lines,
    array_agg(unit_price order by product_id) as prices
  from private.catalogue_sizes where active
),
moved as materialized (
  select
    bought.*,
    case
      when date < now() - interval '14 days' then
        case when chance < 0.88 then 'delivered' else 'cancelled' end
      when date < now() - interval '5 days' then
        case when chance < 0.6 then 'shipped' when chance < 0.9 then 'delivered' else 'cancelled' end
      when date < now() - interval '1 day' then
        case when chance < 0.7 then 'processing' else 'shipped' end
      else case when chance < 0.7 then 'pending' else 'processing' end
    end as status
  from bought
),
made as (
  select
    (
      select string_agg(
        substr('ABCDEFGHJKLMNPQRSTUVWXYZ', (scattered / (24::bigint ^ place)::bigint % 24)::integer + 1, 1), ''
        order by place
      )
      from generate_series(0, 7) as place
    ) as id,
    case kinds when 1
      then jsonb_build_array(lines[pick % 3 + 1] || jsonb_build_object('quantity', quantity))
      else jsonb_build_array(
        lines[pick % 3 + 1] || jsonb_build_object('quantity', quantity),
        lines[(pick + 1) % 3 + 1] || jsonb_build_object('quantity', 1)
      )
    end as items,
    quantity * prices[pick % 3 + 1] + case kinds when 1 then 0 else prices[(pick + 1) % 3 + 1] end as total,
    jsonb_build_object(
      'fullName',
        first_names[floor(60 * first_chance * first_chance)::integer + 1] || ' '
        || case when pick_of_customer < 8 then middle_names[customer % 20 + 1] || ' ' else '' end
        || last_names[floor(50 * last_chance * last_chance)::integer + 1],
      'address', 'House ' || pick || ', Street ' || (pick % 40 + 1) || ', Block ' || (pick % 9 + 1),
      'city', cities[city],
      'state', states[city],
      'postalCode', lpad((10000 + customer % 80000)::text, 5, '0'),
      'country', 'Pakistan',
      'phone', case customer % 4
        when 0 then '03' || digits
        when 1 then '03' || left(digits, 2) || ' ' || substr(digits, 3)
        when 2 then '03' || left(digits, 2) || '-' || substr(digits, 3)
        else '+92 3' || left(digits, 2) || ' ' || substr(digits, 3)
      end
    ) as shipping_address,
    'cash_on_delivery' as payment_method,
    status::public.order_status as status,
    date,
    (date at time zone 'Asia/Karachi')::date + 7 as estimated_delivery,
    case when status in ('shipped', 'delivered') then 'PX' || lpad(nth::text, 9, '0') end
      as tracking_number,
    jsonb_build_array(
      jsonb_build_object('status', 'pending', 'at', date, 'by', 'customer')
    ) || case when status = 'pending' then '[]' else jsonb_build_array(
      jsonb_build_object('status', 'processing', 'at', date + interval '20 seconds', 'by', 'system')
    ) end || case when status in ('pending', 'processing') then '[]' else jsonb_build_array(
      jsonb_build_object('status', status, 'at', date + interval '1 day', 'by', 'admin')
    ) end as tracking_history
  from moved, names, sold,
    -- The factor shares no divisor with 24, so each nth has an id of its own.
    lateral (select nth * 7919991337 % (24::bigint ^ 8)::bigint as scattered) as ids
)
select
  id, items, total, shipping_address, private.phone_key(shipping_address ->> 'phone'), payment_method, status, date,
  estimated_delivery, tracking_number, tracking_history,
  -- As the triggers set it, which are off.
  private.order_search_text(jsonb_populate_record(null::public.orders, to_jsonb(made)))
from made order by date
