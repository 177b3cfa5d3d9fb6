/*
 * Replaces the form service that mails the shop a copy of each order: saves the copies in a schema outside
 * the API.
 */

import { countCharacters } from '#kit/text.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE } from '#order/address/address.ts'
import type { Database } from '../postgres/database.ts'
import type { JsonResponse } from './http-messages.ts'
import { clientNetwork, createRateLimit, takeAll } from './rate-limit.ts'

interface FormPost {
  form: string
  contentType: string
  body: Buffer
  /** The IP address that limits count. */
  client: string
}

export interface FormSink {
  receive(post: FormPost): Promise<JsonResponse>
}

type Fields = Record<string, unknown>

interface FieldProblem {
  code: 'bad_field' | 'too_long'
  field: string
}

const WINDOW_MS = 10 * 60_000

/** More than the 30 orders that the database accepts from a client, because a copy may be sent again. */
const MAX_PER_CLIENT = 100
const MAX_IN_TOTAL = 20_000

/** Every field of a copy and its length in characters. An order has at most 16 kB. */
const COPY_MAX_LENGTHS: Record<string, number> = {
  ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, ADDRESS_TABLE[field].maxLength])),
  paymentMethod: 40,
  orderNumber: 8,
  orderSummary: 16_000,
  total: 40,
}

/**
 * The copies of a customer are deleted when the last order of the customer is erased. The trigger
 * count_updated_orders runs before this one and has deleted the customer then.
 */
const eraseCopies = `
  create or replace function local.erase_form_copies() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    if not exists (select from new_rows where private.is_erased(shipping_address)) then
      return null;
    end if;
    delete from local.form_copies as copy
    using old_rows as gone join new_rows as erased on erased.id = gone.id
    where private.is_erased(erased.shipping_address) and not private.is_erased(gone.shipping_address)
      and not exists (
        select from private.customers where key = private.customer_key(gone)
      )
      and strpos(private.digits(copy.fields::text), gone.phone_key) > 0;
    return null;
  end
  $$;
  create or replace trigger erase_form_copies after update on public.orders
    referencing old table as old_rows new table as new_rows
    for each statement execute function local.erase_form_copies();
`

export async function openFormSink(database: Pick<Database, 'transaction'>): Promise<FormSink> {
  await database.transaction(async (query) => {
    await query(`create table if not exists local.form_copies (
      id bigint generated always as identity primary key,
      form text not null,
      fields jsonb not null,
      received_at timestamptz not null default now()
    )`)
    await query(eraseCopies)
  })
  const perClient = createRateLimit(MAX_PER_CLIENT, WINDOW_MS)
  const inTotal = createRateLimit(MAX_IN_TOTAL, WINDOW_MS)

  return {
    async receive({ form, contentType, body, client }) {
      if (form !== 'order') return { status: 404, body: { ok: false } }
      const fields = await readMultipart(contentType, body).catch(() => undefined)
      if (fields === undefined) return refusal(400, { code: 'bad_request' })
      const problem = fieldProblem(fields)
      if (problem) return refusal(400, problem)
      const isTaken = takeAll([
        [perClient, clientNetwork(client)],
        [inTotal, 'all'],
      ])
      if (!isTaken) return refusal(429, { code: 'rate_limited' })
      await database.transaction((query) =>
        query('insert into local.form_copies (form, fields) values ($1, $2)', [
          form,
          JSON.stringify(fields),
        ]),
      )
      return { status: 200, body: { ok: true } }
    },
  }
}

function refusal(status: number, problem: object): JsonResponse {
  return { status, body: { ok: false, ...problem } }
}

/** The first field that a copy does not have, or that is longer than it may be. */
function fieldProblem(fields: Fields): FieldProblem | undefined {
  for (const [field, value] of Object.entries(fields)) {
    const most = Object.hasOwn(COPY_MAX_LENGTHS, field) ? COPY_MAX_LENGTHS[field] : undefined
    if (most === undefined || !isText(value)) return { code: 'bad_field', field }
    if (countCharacters(value) > most) return { code: 'too_long', field }
  }
  return undefined
}

/** Postgres stores neither NUL nor half of a surrogate pair. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

/** Throws where the body cannot be read. */
async function readMultipart(contentType: string, body: Buffer): Promise<Fields> {
  const received = new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
  return Object.fromEntries(await received.formData())
}
