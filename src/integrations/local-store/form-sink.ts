/*
 * Stands in for the form service that mails the shop a copy of each order: saves what it is sent, where
 * no API reaches it.
 */
import type { Database } from './database.ts'
import type { Answer } from './http-messages.ts'

export interface FormSink {
  receive(form: string, contentType: string, body: Buffer): Promise<Answer>
}

/**
 * The copies go with the customer they are of: when the last of their orders is erased, which
 * count_moved_orders, the trigger before this one, has noted.
 */
const eraseCopies = `
  create or replace function local.erase_form_copies() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    delete from local.form_copies as copy
    using old_rows as gone join new_rows as erased on erased.id = gone.id
    where private.is_erased(erased.shipping_address) and not private.is_erased(gone.shipping_address)
      and not exists (
        select from private.customers where key = private.customer_key(gone.shipping_address)
      )
      and strpos(
        private.digits(private.fold_digits(copy.fields::text)),
        right(private.digits(gone.shipping_address ->> 'phone'), 9)
      ) > 0;
    return null;
  end
  $$;
  create or replace trigger erase_form_copies after update on public.orders
    referencing old table as old_rows new table as new_rows
    for each statement execute function local.erase_form_copies();
`

export async function openFormSink(database: Database): Promise<FormSink> {
  await database.transaction(async (query) => {
    await query(`create table if not exists local.form_copies (
      id bigint generated always as identity primary key,
      form text not null,
      fields jsonb not null,
      received_at timestamptz not null default now()
    )`)
    await query(eraseCopies)
  })
  return {
    async receive(name, contentType, body) {
      if (name !== 'order') return { status: 404, body: { ok: false } }
      const fields = await readMultipart(contentType, body).catch(() => undefined)
      if (fields === undefined) return { status: 400, body: { ok: false, code: 'bad_request' } }
      await database.transaction((query) =>
        query('insert into local.form_copies (form, fields) values ($1, $2)', [
          name,
          JSON.stringify(fields),
        ]),
      )
      return { status: 200, body: { ok: true } }
    },
  }
}

/** Throws where the body cannot be read. */
async function readMultipart(contentType: string, body: Buffer): Promise<Record<string, string>> {
  const received = new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
  const fields = [...(await received.formData())]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )
}
