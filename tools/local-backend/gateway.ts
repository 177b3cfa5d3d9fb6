/*
 * The backend's paths on the site's own origin, as Supabase's gateway serves them: a key is required,
 * and other services of Supabase get 404. Unlike there, pages of another origin are refused.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord, parseJson } from '#kit/json.ts'
import { ConnectionLost } from '../postgres/database.ts'
import { logFault } from '../site-server/log-fault.ts'
import type { Middleware } from '../site-server/middleware.ts'
import { decodePath } from '../site-server/netlify-rules/site-files.ts'
import type { AuthApi } from './auth/auth-api.ts'
import type { FormSink } from './form-sink.ts'
import {
  apiError,
  BodyTooLarge,
  type JsonResponse,
  readBody,
  sendJson,
  unavailable,
} from './http-messages.ts'
import { clientAddress } from './rate-limit.ts'
import type { RestProxy } from './rest-proxy.ts'

/** Gives no rights, like a publishable key of Supabase: it only names the role anon. */
export const LOCAL_API_KEY = 'sb_publishable_local'

export interface GatewayParts {
  auth: AuthApi
  rest: RestProxy
  forms: FormSink
  /** Whether X-Forwarded-For is written by a trusted proxy. */
  trustProxy?: boolean
}

const PATH = /^\/(?:(rest|auth|storage|graphql|realtime|functions)\/v1|(forms))(\/.*)?$/

export function createGateway(parts: GatewayParts): Middleware {
  return (request, response, next) => {
    // A target that is no URL, such as `//`, is none of these paths.
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const [, api, forms, path = '/'] = PATH.exec(url?.pathname ?? '') ?? []
    if (!url || (!api && !forms)) return next()
    const client = clientAddress(request, parts.trustProxy ?? false)
    const call = { request, response, url, service: api ?? 'forms', path, client }
    routeCall(parts, call).catch((error: unknown) => {
      if (response.headersSent) return next(error)
      if (error instanceof BodyTooLarge) return sendJson(response, tooLarge)
      if (error instanceof ConnectionLost) return sendJson(response, unavailable())
      // The client has ended the connection.
      if (!request.complete) return
      logFault(error)
      sendJson(response, apiError(500, 'Internal Server Error', 'XX000'))
    })
  }
}

interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  service: string
  /** What follows the service's own prefix. */
  path: string
  /** The IP address that limits count. */
  client: string
}

async function routeCall(parts: GatewayParts, call: Call): Promise<void> {
  const { request, response, url, service, path, client } = call
  if (request.method === 'OPTIONS') return sendJson(response, { status: 204 })
  if (isCrossOriginWrite(request)) return sendJson(response, crossOrigin)
  if (service === 'forms') return sendJson(response, await receiveForm(parts.forms, call))

  if (request.headers['apikey'] !== LOCAL_API_KEY) return sendJson(response, wrongKey)
  forgetBearerKey(request)

  const body = await readBody(request)
  if (service === 'rest' && isFunctionQuery(call)) return sendJson(response, queryRefused)
  if (service === 'rest' && hasLongNames(call, body)) return sendJson(response, namesRefused)
  if (service === 'rest')
    return parts.rest({ request, response, client }, `${path}${url.search}`, body)
  if (service !== 'auth') return sendJson(response, notOffered)
  const result = await parts.auth({
    method: request.method ?? 'GET',
    path,
    search: url.searchParams,
    authorization: request.headers.authorization,
    body: jsonObject(body.toString('utf8')),
    client,
  })
  sendJson(response, result)
}

/**
 * Whether a page of another origin sends it, other than to read. Browsers say so in Sec-Fetch-Site;
 * where that is missing, as over plain http in a local network, in Origin. Other programs send neither.
 */
function isCrossOriginWrite({ method = '', headers }: IncomingMessage): boolean {
  if (['GET', 'HEAD'].includes(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host
}

async function receiveForm(sink: FormSink, { request, path, client }: Call): Promise<JsonResponse> {
  if (request.method !== 'POST') return apiError(405, 'Method Not Allowed')
  const contentType = request.headers['content-type'] ?? ''
  const body = await readBody(request)
  return sink.receive({ form: path.slice(1), contentType, body, client })
}

const crossOrigin = apiError(403, 'Another origin may not call')

const wrongKey: JsonResponse = {
  status: 401,
  body: {
    message: 'Invalid API key',
    hint: 'Double check your Supabase `anon` or `service_role` API key.',
  },
}

const notOffered = apiError(404, 'The local backend does not offer this part of Supabase')

const tooLarge = apiError(413, 'The request is too large')

/** The arguments of the functions that anybody may call. They refuse GET themselves. */
const ARGUMENTS = ['p', 'p_id', 'p_token']

/**
 * A function is called by POST without a query string, and by GET with nothing but arguments. With other
 * parameters PostgREST filters or casts the result, at a cost that the caller decides. It decodes a path
 * before it looks for a function.
 */
function isFunctionQuery({ request, path, url }: Call): boolean {
  if (!/^\/+rpc(\/|$)/.test(decodePath(path)) || url.search === '') return false
  const isArgument = (name: string) => ARGUMENTS.includes(name)
  return request.method === 'POST' || ![...url.searchParams.keys()].every(isArgument)
}

const queryRefused = apiError(400, 'A function takes no query string')

/**
 * Whether a path, a query string or the arguments of a function have longer names than the site sends. PostgREST compares
 * those that it does not know with all others: for 15 seconds where they have 8,000 characters, and for days in a whole
 * body. What is no JSON is all names.
 */
function hasLongNames({ request, path, url }: Call, body: Buffer): boolean {
  if (path.length + url.search.length > MAX_NAMES) return true
  if (request.method !== 'POST' || !/^\/+rpc\//.test(decodePath(path))) return false
  const text = body.toString('utf8')
  const isJson = request.headers['content-type']?.startsWith('application/json')
  const sent = isJson ? parseJson(text) : undefined
  const names =
    sent === undefined ? text : [sent].flat().filter(isRecord).flatMap(Object.keys).join('')
  return names.length > MAX_NAMES
}

const MAX_NAMES = 1000

const namesRefused = apiError(400, 'The names are too long')

/** The public key is no token. Clients send it as the bearer token when nobody is signed in. */
function forgetBearerKey(request: IncomingMessage): void {
  if (request.headers.authorization === `Bearer ${LOCAL_API_KEY}`) {
    delete request.headers.authorization
  }
}

function jsonObject(body: string): Record<string, unknown> {
  const value = parseJson(body)
  return isRecord(value) ? value : {}
}
