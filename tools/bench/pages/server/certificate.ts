/*
 * A certificate for the bench's own server. Browsers speak HTTP/2 over TLS alone, and neither Node nor
 * every machine (openssl) can make one, so its few fields are written here (RFC 5280, DER).
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  key: string
  cert: string
  /** What Chromium's --ignore-certificate-errors-spki-list wants to be told. */
  fingerprint: string
}

const DAY = 24 * 60 * 60 * 1000
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31

/** Signed by its own key and good for a day: for a browser that knows the key's fingerprint. */
export function selfSigned(host: string, now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: toPem(signed(statements(host, spki, now), privateKey)),
    fingerprint: createHash('sha256').update(spki).digest('base64'),
  }
}

function statements(host: string, spki: Buffer, now: Date): Buffer {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, host))))
  // A clock that runs a little late must not find a certificate of the future.
  const validity = der(SEQUENCE, utcTime(now.getTime() - DAY), utcTime(now.getTime() + DAY))
  return der(SEQUENCE, serialNumber(), ECDSA_WITH_SHA256, name, validity, name, spki)
}

function signed(content: Buffer, key: KeyObject): Buffer {
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, key)])
  return der(SEQUENCE, content, ECDSA_WITH_SHA256, der(BIT_STRING, signature))
}

/** Never begins with a set bit (it would be negative) nor with a zero (it would be too long). */
function serialNumber(): Buffer {
  return der(INTEGER, Buffer.concat([Buffer.of(0x40), randomBytes(8)]))
}

function utcTime(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replace(/\.\d+|\D/g, '')
  return der(UTC_TIME, `${digits.slice(2)}Z`)
}

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.of(tag), length(content.length), content])
}

function length(count: number): Buffer {
  if (count < 0x80) return Buffer.of(count)
  if (count < 0x100) return Buffer.of(0x81, count)
  return Buffer.of(0x82, count >> 8, count & 0xff)
}

function toPem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
