/* A real store with orders of other people in it, as it is met by whoever can reach its address. */

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import type { LocalBackendOptions } from '#tools/local-backend/local-backend.ts'
import { forgetCounts } from '../support/limits.ts'
import { adminLogin, aFolder, startStore, type TestStore } from '../support/shop-server.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { letter, neighbours, regular, requestOf } from './planted.ts'
import { type TokenForge, tokenForge } from './token-forge.ts'
import { openWire, type Reply, type Sending, type Wire } from './wire.ts'

export interface Person {
  userId: string
  sessionId: string
  token: string
  refreshToken: string
}

export interface Asking extends Sending {
  /** Of somebody who is signed in; else the public key is all there is. */
  token?: string
}

export interface Shop {
  url: string
  /** To an address below the origin, with the public key, and JSON unless a header says otherwise. */
  ask(path: string, asking?: Asking): Promise<Reply>
  /** A function of the API, by POST. */
  call(name: string, given: unknown, asking?: Asking): Promise<Reply>
  /** Bytes as they are, over a connection of their own. */
  speak(bytes: string | Buffer): Promise<Reply>
  client(token?: string): SupabaseClient
  asAdmin(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  signIn(login: { email: string; password: string }): Promise<Person>
  /** Signed in, and nobody's admin. */
  user: Person
  admin: Person
  forge: TokenForge
  /** Says that the case may leave an order of this id. */
  mayAdd(id: string): void
  added: Set<string>
  /** All that the store has answered since it was last emptied, headers included. */
  heard: string[]
  ledger: Ledger
  close(): Promise<void>
}

export const userLogin = { email: 'attacker@zulf.example', password: 'a-password-of-nobody' }

export async function openShop(options: Partial<LocalBackendOptions> = {}): Promise<Shop> {
  const folder = aFolder('attackers')
  const store = await startStore(folder.path, options)
  const heard: string[] = []
  const wire = listening(openWire(store.url), heard)
  const ask = asking(wire)
  const signIn = (login: object) => signInOver(ask, login)

  await store.transaction((query) => saveUser(query, userLogin))
  await plant(store, ask)
  const people = { user: await signIn(userLogin), admin: await signIn(adminLogin) }
  const added = new Set<string>()

  return {
    url: store.url,
    ask,
    call: (name, given, more) => callOver(ask, name, given, more),
    speak: wire.speak,
    client: (token) => clientOf(store.url, heard, token),
    asAdmin: (sql, values) => store.transaction((query) => query(sql, values)),
    signIn,
    ...people,
    forge: tokenForge(folder.path),
    mayAdd: (id) => added.add(id),
    added,
    heard,
    ledger: await openLedger(store.transaction),
    async close() {
      wire.close()
      await store.close()
      folder.remove()
    },
  }
}

function listening(wire: Wire, heard: string[]): Wire {
  const listen = (reply: Reply) => {
    heard.push(`${JSON.stringify(reply.headers)}\n${reply.text}`)
    return reply
  }
  return {
    send: async (path, sending) => listen(await wire.send(path, sending)),
    speak: async (bytes) => listen(await wire.speak(bytes)),
    close: wire.close,
  }
}

function asking(wire: Wire): Shop['ask'] {
  return (path, { token, headers, ...sending } = {}) =>
    wire.send(path, {
      ...sending,
      headers: {
        apikey: LOCAL_API_KEY,
        ...(sending.body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
}

function callOver(ask: Shop['ask'], name: string, given: unknown, more: Asking = {}) {
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  return ask(`/rest/v1/rpc/${name}`, { method: 'POST', body, ...more })
}

/** The real client, whose answers are heard like any other. */
function clientOf(url: string, heard: string[], token?: string): SupabaseClient {
  return createClient(url, LOCAL_API_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        heard.push(`${JSON.stringify([...answer.headers])}\n${await answer.clone().text()}`)
        return answer
      },
    },
  })
}

async function signInOver(ask: Shop['ask'], login: object): Promise<Person> {
  const path = '/auth/v1/token?grant_type=password'
  const { body } = await ask(path, { method: 'POST', body: JSON.stringify(login) })
  const { access_token, refresh_token } = body as { access_token: string; refresh_token: string }
  const claims = decodeJwt(access_token)
  return {
    userId: String(claims.sub),
    sessionId: String(claims['session_id']),
    token: access_token,
    refreshToken: refresh_token,
  }
}

/** As their customers placed them, then aged and moved along. */
async function plant(store: TestStore, ask: Shop['ask']): Promise<void> {
  for (const p of [regular, ...neighbours.map(requestOf)]) await callOver(ask, 'place_order', { p })
  await callOver(ask, 'send_message', { p: letter })
  await store.transaction(async (query) => {
    for (const { id, status, trackingNumber } of neighbours) {
      await query('update public.orders set status = $2, tracking_number = $3 where id = $1', [
        id,
        status,
        trackingNumber ?? null,
      ])
    }
    // Dates never change, so the triggers that see to it have to look away.
    await query("set local session_replication_role = 'replica'")
    for (const { id, age } of neighbours) {
      await query('update public.orders set date = now() - $2::interval where id = $1', [id, age])
    }
    await forgetCounts(query)
  })
}
