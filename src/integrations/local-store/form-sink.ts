/*
 * Stands in for the form service that mails the shop its orders and letters: keeps what it is sent,
 * where no API reaches it.
 */
import type { Database } from './database.ts'
import type { Answer } from './http-messages.ts'

export interface FormSink {
  receive(form: string, contentType: string, body: Buffer): Promise<Answer>
}

const FORMS: Record<string, (contentType: string, body: Buffer) => Promise<unknown>> = {
  order: readMultipart,
  contact: readJson,
}

export async function openFormSink(database: Database): Promise<FormSink> {
  await database.transaction((query) =>
    query(`create table if not exists local.form_copies (
      id bigint generated always as identity primary key,
      form text not null,
      fields jsonb not null,
      received_at timestamptz not null default now()
    )`),
  )
  return {
    async receive(form, contentType, body) {
      const read = Object.hasOwn(FORMS, form) ? FORMS[form] : undefined
      if (!read) return { status: 404, body: { ok: false } }
      const fields = await read(contentType, body).catch(() => undefined)
      if (fields === undefined) return { status: 400, body: { ok: false } }
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

async function readMultipart(contentType: string, body: Buffer): Promise<unknown> {
  const received = new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } })
  const fields = [...(await received.formData())]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )
}

async function readJson(contentType: string, body: Buffer): Promise<unknown> {
  if (!contentType.startsWith('application/json')) throw new TypeError('not JSON')
  return JSON.parse(body.toString('utf8'))
}
