/* Where a message goes, and when it is known to be saved. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SentMessage } from './contact-message.ts'

const SERVICE = 'https://letters.example/f/contact'
const DATABASE = 'https://abc.supabase.co/rest/v1/rpc/send_message'

/** What each URL responds; undefined where nothing comes. */
let responses: Record<string, Response | undefined>
const asked: string[] = []
const bodies: unknown[] = []
async function fetch(url: string | URL, { body }: RequestInit): Promise<Response> {
  asked.push(String(url))
  bodies.push(JSON.parse(String(body)))
  const response = responses[String(url)]
  if (!response) throw new TypeError('Failed to fetch')
  return response
}
beforeEach(() => vi.stubGlobal('fetch', fetch))
// The modules of all unit tests are shared: these get settings of their own.
vi.resetModules()
vi.doMock('astro:env/client', () => ({
  PUBLIC_CONTACT_FORM_URL: SERVICE,
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'key',
}))
const { sendMessage } = await import('./contact.api.ts')
vi.doUnmock('astro:env/client')
vi.resetModules()

const fields = { name: 'Ayesha', email: 'a@b.c', subject: 'Hello', message: 'Where is it?' }
const message = { messageId: '0'.repeat(32), ...fields }

async function send(
  service: Response | undefined,
  database?: Response,
  sent: SentMessage = message,
): Promise<boolean> {
  asked.length = 0
  bodies.length = 0
  responses = { [SERVICE]: service, [DATABASE]: database }
  return sendMessage(sent)
}

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
const saved = () => json({ ok: true, replay: false }, 201)

test('rule 8.4: the form service gets the four fields alone, and what it takes goes nowhere else', async () => {
  expect(await send(json({ ok: true }))).toBe(true)
  expect(asked).toEqual([SERVICE])
  expect(bodies).toEqual([fields])
})

test('rule 8.4: what the form service refuses in the body of a 200 is saved in the database', async () => {
  expect(await send(json({ ok: false }), saved())).toBe(true)
  expect(asked).toEqual([SERVICE, DATABASE])
})

test('rule 8.6: a suspected message goes to the database alone, which marks it', async () => {
  const suspected: SentMessage = { ...message, isSuspected: true }
  expect(await send(json({ ok: true }), saved(), suspected)).toBe(true)
  expect(asked).toEqual([DATABASE])
  expect(bodies).toEqual([{ p: suspected }])
})

test.each([429, 402, 400, 503, undefined])(
  'rule 8.4: a message that the form service does not take (%s) is saved in the database',
  async (status) => {
    expect(await send(status ? json({}, status) : undefined, saved())).toBe(true)
    expect(asked).toEqual([SERVICE, DATABASE])
  },
)

test('rule 8.4: a message that the database refuses is not sent', async () => {
  const refusal = json({ ok: false, code: 'rate_limited' }, 429)
  expect(await send(json({}, 429), refusal)).toBe(false)
  expect(await send(undefined, json({ message: 'Invalid API key' }, 401))).toBe(false)
})

test('rule 8.4: a response that is not the database’s says nothing of the message', async () => {
  const unreachable = { name: 'ShopError', code: 'unreachable' }
  await expect(send(undefined, new Response('<h1>Wi-Fi</h1>'))).rejects.toMatchObject(unreachable)
  await expect(send(undefined, undefined)).rejects.toMatchObject(unreachable)
})
