/*
 * A push service with devices that decrypt what they get (RFC 8291 and 8188), and check who sends it (RFC 8292). It
 * responds as it is told to.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { jwtVerify } from 'jose'

export interface Device {
  endpoint: string
  p256dh: string
  auth: string
  /** What it was sent, decrypted, the latest last. */
  received: Record<string, string>[]
}

interface DeviceKeys {
  ecdh: ECDH
  secret: Buffer
  device: Device
}

/** How a request is responded to. `hang` never responds. */
export type Behaviour = { status: number; headers?: Record<string, string> } | 'hang'

export class PushService {
  /** How it responds. With 201 the device has the message. */
  behaviour: Behaviour = { status: 201 }
  /** What arrived for no device. */
  readonly posts: { path: string; body: string }[] = []
  /** Of the URLs of its devices. */
  origin = 'https://push.example'
  readonly #devices = new Map<string, DeviceKeys>()
  readonly #server
  readonly #isSecure

  /** With a certificate it is reached under its own origin, else by `fetch` below. */
  constructor(certificate?: { key: string; cert: string }) {
    const respond = (request: IncomingMessage, response: ServerResponse) => {
      this.#respond(request, response).catch((error: Error) =>
        response.writeHead(500).end(error.message),
      )
    }
    this.#isSecure = certificate !== undefined
    this.#server = certificate ? createSecureServer(certificate, respond) : createServer(respond)
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    if (this.#isSecure) this.origin = `https://localhost:${this.#port()}`
  }

  #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  addDevice(): Device {
    const ecdh = createECDH('prime256v1')
    const secret = randomBytes(16)
    const path = `/device/${this.#devices.size}`
    const device = {
      endpoint: this.origin + path,
      p256dh: ecdh.generateKeys('base64url'),
      auth: secret.toString('base64url'),
      received: [],
    }
    this.#devices.set(path, { ecdh, secret, device })
    return device
  }

  /** Sends what is meant for the service's https URL to this server. */
  readonly fetch: typeof fetch = (url, init) => {
    return fetch(String(url).replace(this.origin, `http://127.0.0.1:${this.#port()}`), init)
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (this.behaviour === 'hang') return
    const { status, headers } = this.behaviour
    const keys = this.#devices.get(request.url ?? '')
    if (keys && !(await isSigned(request, this.origin))) return void response.writeHead(403).end()
    if (status === 201 && keys) keys.device.received.push(JSON.parse(decrypt(keys, body)))
    if (status === 201 && !keys) this.posts.push({ path: request.url ?? '', body: String(body) })
    response.writeHead(status, headers).end()
  }
}

async function isSigned({ headers }: IncomingMessage, audience: string): Promise<boolean> {
  const [, token = '', key = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  try {
    const publicKey = createPublicKey({
      key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
      format: 'jwk',
    })
    const { payload } = await jwtVerify(token, publicKey, { audience })
    return /^(mailto|https):/.test(payload.sub ?? '')
  } catch {
    return false
  }
}

function decrypt({ ecdh, secret }: DeviceKeys, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const shared = hkdfSync('sha256', ecdh.computeSecret(senderKey), secret, info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, length),
    )
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and zeros.
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The padding has no end')
  return padded.subarray(0, end).toString('utf8')
}
