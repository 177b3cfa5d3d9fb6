/*
 * The store's addresses on the site's own origin, with the manners of Supabase's gateway: a key is
 * asked for, another origin may call, and whatever is not offered says so in JSON.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from '../middleware.ts'
import type { AuthApi } from './auth/auth-api.ts'
import { ConnectionLost } from './database.ts'
import type { FormSink } from './form-sink.ts'
import {
  type Answer,
  apiError,
  BodyTooDeep,
  BodyTooLarge,
  LONGEST_ADDRESS,
  readBody,
  sendAnswer,
  unavailable,
} from './http-messages.ts'
import type { RestProxy } from './rest-proxy.ts'
import { namesForeignRole } from './token-role.ts'

/** Opens nothing by itself, like a publishable key of Supabase: it only says "visitor". */
export const LOCAL_API_KEY = 'sb_publishable_local'

export interface GatewayParts {
  auth: AuthApi
  rest: RestProxy
  forms: FormSink
}

const ADDRESS = /^\/(?:(rest|auth|storage|graphql|realtime|functions)\/v1|(forms))(\/.*)?$/

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'authorization, apikey, content-type, prefer, range, range-unit, accept-profile, content-profile, x-client-info, x-supabase-api-version, x-retry-count',
  'Access-Control-Expose-Headers': 'content-range, content-location, preference-applied',
  'Access-Control-Max-Age': '3600',
}

export function createGateway(parts: GatewayParts): Middleware {
  return (request, response, next) => {
    // What is no address, as `//` is none, cannot be one of ours.
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const [, api, forms, path = '/'] = ADDRESS.exec(url?.pathname ?? '') ?? []
    if (!url || (!api && !forms)) return next()
    response.setHeaders(new Map(Object.entries(CORS)))
    answerCall(parts, { request, response, url, service: api ?? 'forms', path }).catch(
      (error: unknown) => {
        if (response.headersSent) return next(error)
        if (error instanceof BodyTooLarge) return refuseBody(response)
        if (error instanceof BodyTooDeep) return sendAnswer(response, tooDeep)
        if (error instanceof ConnectionLost) return sendAnswer(response, unavailable())
        // Whoever hung up before the end of a request is told nothing.
        if (!request.complete) return
        console.error(error)
        sendAnswer(response, apiError(500, 'Internal Server Error', 'XX000'))
      },
    )
  }
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  service: string
  /** What follows the service's own prefix. */
  path: string
}

async function answerCall(parts: GatewayParts, call: Call): Promise<void> {
  const { request, response, url, service, path } = call
  if (request.method === 'OPTIONS') return sendAnswer(response, { status: 204 })
  if (url.href.length > LONGEST_ADDRESS) return sendAnswer(response, addressTooLong)
  if (service === 'forms') return sendAnswer(response, await receiveForm(parts.forms, call))

  const key = request.headers['apikey'] ?? url.searchParams.get('apikey')
  if (key !== LOCAL_API_KEY) return sendAnswer(response, wrongKey)
  url.searchParams.delete('apikey')
  forgetBearerKey(request)

  const body = await readBody(request)
  if (service === 'rest' && namesForeignRole(request.headers.authorization)) {
    return sendAnswer(response, foreignRole)
  }
  if (service === 'rest' && isFunctionQuery(call)) return sendAnswer(response, queryRefused)
  if (service === 'rest') return parts.rest(request, response, `${path}${url.search}`, body)
  if (service !== 'auth') return sendAnswer(response, notOffered)
  const answer = await parts.auth({
    method: request.method ?? 'GET',
    path,
    search: url.searchParams,
    authorization: request.headers.authorization,
    body: jsonObject(body),
  })
  sendAnswer(response, answer)
}

async function receiveForm(sink: FormSink, { request, path }: Call): Promise<Answer> {
  if (request.method !== 'POST') return apiError(405, 'Method Not Allowed')
  const contentType = request.headers['content-type'] ?? ''
  return sink.receive(path.slice(1), contentType, await readBody(request))
}

const wrongKey: Answer = {
  status: 401,
  body: {
    message: 'Invalid API key',
    hint: 'Double check your Supabase `anon` or `service_role` API key.',
  },
}

const notOffered = apiError(404, 'The local store does not offer this part of Supabase')

const foreignRole = apiError(403, 'permission denied to set role', '42501')

const addressTooLong = apiError(414, 'The address is too long')

/** As PostgREST answers when a Postgres of its own refuses it. */
const tooDeep = apiError(413, 'stack depth limit exceeded', '54001')

/** Of the functions that anybody may call. They refuse GET themselves. */
const ARGUMENTS = ['p', 'p_id', 'p_token']

/**
 * A function is called by POST without a query string, and by GET with nothing but arguments. Else
 * PostgREST would filter or cast its result, which costs what the caller likes.
 */
function isFunctionQuery({ request, path, url }: Call): boolean {
  if (!/^\/+rpc(\/|$)/.test(decoded(path)) || url.search === '') return false
  const isArgument = (name: string) => ARGUMENTS.includes(name)
  return request.method === 'POST' || ![...url.searchParams.keys()].every(isArgument)
}

/** PostgREST decodes a path before it looks for a function. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const queryRefused = apiError(400, 'A function takes no query string')

/** The public key is no token: clients repeat it as the bearer, and that means "nobody signed in". */
function forgetBearerKey(request: IncomingMessage): void {
  if (request.headers.authorization === `Bearer ${LOCAL_API_KEY}`) {
    delete request.headers.authorization
  }
}

function jsonObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The rest of such a body is not worth reading: the connection goes with it. */
function refuseBody(response: ServerResponse): void {
  response.setHeader('Connection', 'close')
  sendAnswer(response, apiError(413, 'The request is too large'))
}
