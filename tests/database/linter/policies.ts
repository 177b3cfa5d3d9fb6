import { OURS, type Rule } from './rule.ts'

const rules = `coalesce(qual, '') || ' ' || coalesce(with_check, '')`

export const policyRules: Rule[] = [
  {
    fact: '0003 a policy asks who is calling once a statement, not once a row',
    // What Postgres prints of "(select f())" is "( SELECT f() AS f)".
    query: `
      select policyname as breach from pg_policies
      where schemaname in ${OURS} and regexp_replace(
        ${rules}, '\\( SELECT (auth\\.\\w+|private\\.is_admin|current_setting)\\([^()]*\\) AS \\w+\\)', '', 'g'
      ) ~ '(auth\\.\\w+|is_admin|current_setting)\\('`,
    breaches: [
      [
        'create policy "Bad" on private.customers for select to authenticated using (private.is_admin())',
        'Bad',
      ],
      [
        `create policy "Bad" on private.store_admins for select to authenticated
         using ((select private.is_admin()) and user_id = auth.uid())`,
        'Bad',
      ],
    ],
  },
  {
    fact: '0006 one role needs one policy for one action',
    query: `
      select distinct tablename || ' for ' || action || ' to ' || caller as breach
      from pg_policies,
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as action,
        unnest(array['anon', 'authenticated']) as caller
      where schemaname in ${OURS} and permissive = 'PERMISSIVE'
        and cmd in (action, 'ALL') and roles && array['public', caller]::name[]
      group by schemaname, tablename, action, caller
      having count(*) > 1`,
    breaches: [
      [
        'create policy "Bad" on public.orders for select to public using (false)',
        'orders for SELECT to authenticated',
      ],
      [
        'create policy "Bad" on private.order_audit for insert to anon with check (false)',
        'order_audit for INSERT to anon',
      ],
    ],
  },
  {
    fact: '0015 no policy believes what users may write about themselves',
    query: `
      select policyname as breach from pg_policies
      where schemaname in ${OURS} and ${rules} ~ '(user|app)_meta_?data'`,
    breaches: [
      [
        `create policy "Bad" on public.orders for delete to authenticated
         using ((select auth.jwt() -> 'user_metadata' ->> 'role') = 'admin')`,
        'Bad',
      ],
    ],
  },
  {
    fact: '0024 no policy lets everybody through',
    query: `
      select policyname as breach from pg_policies
      where schemaname in ${OURS} and permissive = 'PERMISSIVE' and 'true' in (qual, with_check)`,
    breaches: [
      ['create policy "Bad" on public.orders for insert to anon with check (true)', 'Bad'],
      ['create policy "Bad" on public.orders for delete to authenticated using (true)', 'Bad'],
    ],
  },
  {
    fact: '0012 a policy that opens something opens it to admins only',
    query: `
      select policyname as breach from pg_policies
      where schemaname in ${OURS} and qual is distinct from 'false' and (
        roles <> array['authenticated']::name[]
        or (cmd <> 'INSERT' and coalesce(qual, '') !~ 'private\\.is_admin\\(\\)')
        or (cmd in ('INSERT', 'UPDATE', 'ALL')
          and coalesce(with_check, '') !~ 'private\\.is_admin\\(\\)')
      )`,
    breaches: [
      [
        'create policy "Bad" on public.orders for select using ((select private.is_admin()))',
        'Bad',
      ],
      [
        'create policy "Bad" on public.orders for select to authenticated using ((select auth.uid()) is not null)',
        'Bad',
      ],
      [
        'create policy "Bad" on public.orders for update to authenticated using ((select private.is_admin()))',
        'Bad',
      ],
    ],
  },
]
