import { adminFunctions } from '#tools/check-hosted/admin-functions.ts'
import { bySql, inFunction, type Mutation } from '../mutation.ts'

const ADMIN = 'tests/database/admin/admin.test.ts'
const LINTER = 'tests/database/linter.test.ts'
const GRANTS = 'tests/database/grants.test.ts'
const ADMIN_RIGHTS = 'tests/database/admin/admin-rights.test.ts'

const PRIVATE_TABLES = [
  'cash_changes',
  'catalogue_sizes',
  'contact_messages',
  'courier_settings',
  'customer_changes',
  'customers',
  'export_batches',
  'exported_orders',
  'limit_salt',
  'money_lines',
  'order_audit',
  'order_keys',
  'parcel_events',
  'parcels',
  'statements',
  'store_admins',
  'total_changes',
]

/** Who may reach what: grants, policies, and who is an admin. */
export const rightMutations: Mutation[] = [
  ...bySql(ADMIN, {
    'orders have row level security': 'alter table public.orders disable row level security',
    'only admins read orders': 'alter policy "Admins read orders" on public.orders using (true)',
    'an estimated count reveals no number of orders':
      'alter policy "Admins read orders" on public.orders using ((select private.is_admin()))',
  }),
  ...bySql(LINTER, {
    'nobody deletes orders': 'grant delete on public.orders to authenticated',
    'admins update no column': 'grant update (status) on public.orders to authenticated',
    'lists are read only through their functions':
      'grant select on private.customers to authenticated',
    'anonymous requests do not select orders': 'grant select on public.orders to anon',
    'new tables deny by default':
      'alter default privileges for role postgres in schema public grant select on tables to anon',
    'new functions deny by default':
      'alter default privileges for role postgres grant execute on functions to public',
    'nobody inserts orders': 'grant insert on public.orders to anon, authenticated',
    'security definer functions have an empty search path':
      'alter function public.place_order(jsonb) reset search_path',
    ...Object.fromEntries(
      PRIVATE_TABLES.map((table) => [
        `private.${table} has row level security`,
        `alter table private.${table} disable row level security`,
      ]),
    ),
  }),
  ...bySql(GRANTS, {
    'users do not start a recount':
      'grant execute on function private.recount_orders() to authenticated',
    'anonymous requests call no function of the admin':
      'grant execute on function public.admin_orders(jsonb) to anon',
  }),
  ...inFunction('private.is_admin()', ADMIN, {
    'an admin is a row of store_admins': [
      'private.store_admins as admin',
      '(select id as user_id from auth.users) as admin',
    ],
    'an admin is the user of the token': ['admin.user_id = auth.uid()', 'true'],
    'an admin has a session that is not signed out': [
      "session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid",
      'true',
    ],
    'a session ends after 12 hours': ["now() - interval '12 hours'", "'-infinity'"],
    'a session ends at its not_after': ['session.not_after > now()', 'true'],
  }),
  ...Object.entries(adminFunctions).flatMap(([name, parameters]) =>
    inFunction(`public.${name}(${Object.values(parameters).join(', ')})`, ADMIN_RIGHTS, {
      [`${name}() checks the caller`]: ['perform private.require_admin();', ''],
    }),
  ),
]
