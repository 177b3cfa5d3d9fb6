import { type Guard, rewrite } from './mutation.ts'

const LINTER = 'tests/database/linter.test.ts'
const ADMIN = 'tests/database/admin.test.ts'
const ADMIN_FUNCTIONS = 'tests/database/admin-rights.test.ts'

const PRIVATE_TABLES = [
  'catalogue_sizes',
  'contact_messages',
  'customer_total',
  'customers',
  'day_totals',
  'limit_salt',
  'order_audit',
  'order_keys',
  'status_totals',
  'store_admins',
]

const ADMIN_QUESTIONS = [
  'admin_client()',
  'admin_customers(jsonb)',
  'admin_dashboard()',
  'admin_delete_message(text)',
  'admin_mark_message(text, boolean)',
  'admin_messages(jsonb)',
  'admin_erase_customer(jsonb)',
  'admin_order(text)',
  'admin_order_counts()',
  'admin_orders(jsonb)',
  'admin_unread_messages()',
]

/** Who may reach what: grants, policies, and the question who is an admin. */
export const rightGuards: Guard[] = [
  {
    name: 'orders have row level security',
    drop: { sql: 'alter table public.orders disable row level security' },
    tests: [ADMIN],
  },
  {
    name: 'only admins read orders',
    drop: { sql: 'alter policy "Admins read orders" on public.orders using (true)' },
    tests: [ADMIN],
  },
  {
    name: 'an estimate of rows tells no number of orders',
    drop: {
      sql: 'alter policy "Admins read orders" on public.orders using ((select private.is_admin()))',
    },
    tests: [ADMIN],
  },
  {
    name: 'only admins update orders',
    drop: {
      sql: `alter policy "Admins move orders along" on public.orders using (true) with check (true);
        alter policy "Admins read orders" on public.orders using (true)`,
    },
    tests: [ADMIN],
  },
  {
    name: 'the policies ask who is an admin once a statement',
    drop: { sql: 'alter policy "Admins read orders" on public.orders using (private.is_admin())' },
    tests: [LINTER],
  },
  {
    name: 'visitors may not select orders',
    drop: { sql: 'grant select on public.orders to anon' },
    tests: [ADMIN],
  },
  {
    name: 'nobody inserts orders',
    drop: { sql: 'grant insert on public.orders to anon, authenticated' },
    tests: [ADMIN],
  },
  {
    name: 'nobody deletes orders',
    drop: { sql: 'grant delete on public.orders to authenticated' },
    tests: [ADMIN],
  },
  {
    name: 'admins update two columns only',
    drop: { sql: 'grant update on public.orders to authenticated' },
    tests: [ADMIN],
  },
  {
    name: 'counts are not recounted by callers',
    drop: { sql: 'grant execute on function private.recount_orders() to authenticated' },
    tests: ['tests/database/grants.test.ts'],
  },
  {
    name: 'lists are not read past their functions',
    drop: { sql: 'grant select on private.listed_orders to authenticated' },
    tests: [ADMIN_FUNCTIONS],
  },
  {
    name: 'visitors call no function of the admin',
    drop: { sql: 'grant execute on function public.admin_orders(jsonb) to anon' },
    tests: ['tests/database/grants.test.ts'],
  },
  {
    name: 'new tables are closed',
    drop: { sql: 'alter default privileges in schema public grant select on tables to anon' },
    tests: ['tests/database/grants.test.ts'],
  },
  {
    name: 'new functions are closed',
    drop: { sql: 'alter default privileges grant execute on functions to public' },
    tests: ['tests/database/grants.test.ts'],
  },
  {
    name: 'public.place_order() lends nobody the rights of its owner',
    drop: { sql: 'alter function public.place_order(jsonb) security definer' },
    tests: [LINTER],
  },
  {
    name: 'functions with the rights of their owner have an empty search path',
    drop: { sql: 'alter function private.place_order(jsonb) reset search_path' },
    tests: [LINTER],
  },
  ...PRIVATE_TABLES.map((table) => ({
    name: `private.${table} has row level security`,
    drop: { sql: `alter table private.${table} disable row level security` },
    tests: [LINTER],
  })),
  {
    name: 'an admin is a row in a table',
    drop: rewrite(
      'private.is_admin()',
      'private.store_admins as admin',
      '(select id as user_id from auth.users) as admin',
    ),
    tests: [ADMIN],
  },
  {
    name: 'an admin is who the token says',
    drop: rewrite('private.is_admin()', 'admin.user_id = auth.uid()', 'true'),
    tests: [ADMIN],
  },
  {
    name: 'an admin has a session that was not signed out',
    drop: rewrite(
      'private.is_admin()',
      "session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid",
      'true',
    ),
    tests: [ADMIN],
  },
  {
    name: 'a session ends after 12 hours',
    drop: rewrite('private.is_admin()', "now() - interval '12 hours'", "'-infinity'"),
    tests: [ADMIN],
  },
  {
    name: 'a session ends when the auth service says so',
    drop: rewrite('private.is_admin()', 'session.not_after > now()', 'true'),
    tests: [ADMIN],
  },
  ...ADMIN_QUESTIONS.map((signature) => ({
    name: `private.${signature} asks who calls`,
    drop: rewrite(`private.${signature}`, 'perform private.require_admin();', ''),
    tests: [ADMIN_FUNCTIONS],
  })),
]
