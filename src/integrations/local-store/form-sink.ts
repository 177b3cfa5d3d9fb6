/*
 * Stands in for the form service that mails the shop its orders and letters: saves what it is sent,
 * where no API reaches it.
 */
import { MESSAGE_FIELDS, MESSAGE_MAX_LENGTHS } from '#features/content/contact/contact-message.ts'
import { countCharacters } from '#shared/text.ts'
import type { Database } from './database.ts'
import type { Answer } from './http-messages.ts'

export interface FormSink {
  receive(form: string, contentType: string, body: Buffer): Promise<Answer>
}

type Fields = Record<string, unknown>

interface FieldProblem {
  code: 'bad_field' | 'too_long'
  field: string
}

interface Form {
  /** Throws where the body cannot be read. */
  read(contentType: string, body: Buffer): Promise<Fields>
  problem(fields: Fields): FieldProblem | undefined
}

const FORMS: Record<string, Form> = {
  order: { read: readMultipart, problem: () => undefined },
  contact: { read: readJson, problem: letterProblem },
}

/** Chosen by the form's own page; this is only what can be one. */
const MESSAGE_ID = /^[\w-]{1,64}$/

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
    await query('alter table local.form_copies add column if not exists message_id text unique')
    await query(eraseCopies)
  })
  return {
    async receive(name, contentType, body) {
      const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
      if (!form) return { status: 404, body: { ok: false } }
      const fields = await form.read(contentType, body).catch(() => undefined)
      if (fields === undefined) return { status: 400, body: { ok: false, code: 'bad_request' } }
      const problem = form.problem(fields)
      if (problem) return { status: 400, body: { ok: false, ...problem } }
      // A repeated id is a retry whose first response was lost: saved once, accepted each time.
      await database.transaction((query) =>
        query(
          `insert into local.form_copies (form, fields, message_id) values ($1, $2, $3)
          on conflict (message_id) do nothing`,
          [name, JSON.stringify(fields), fields['messageId'] ?? null],
        ),
      )
      return { status: 200, body: { ok: true } }
    },
  }
}

/** The first field that no letter of the contact page has, or that is longer than it may be. */
function letterProblem(letter: Fields): FieldProblem | undefined {
  for (const [field, value] of Object.entries(letter)) {
    if (!isLetterField(field, value)) return { code: 'bad_field', field }
    const known = MESSAGE_FIELDS.find((name) => name === field)
    if (known && countCharacters(value) > MESSAGE_MAX_LENGTHS[known]) {
      return { code: 'too_long', field }
    }
  }
  return undefined
}

/** Postgres stores neither NUL nor half of a surrogate pair. */
function isLetterField(field: string, value: unknown): value is string {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return false
  if (field === 'messageId') return MESSAGE_ID.test(value)
  return MESSAGE_FIELDS.some((name) => name === field)
}

async function readMultipart(contentType: string, body: Buffer): Promise<Fields> {
  const received = new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
  const fields = [...(await received.formData())]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )
}

async function readJson(contentType: string, body: Buffer): Promise<Fields> {
  if (!contentType.startsWith('application/json')) throw new TypeError('not JSON')
  const value: unknown = JSON.parse(body.toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('not an object')
  }
  return { ...value }
}
