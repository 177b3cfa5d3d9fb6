import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSigned } from './certificate.ts'

const now = new Date('2026-11-21T08:00:00Z')

test('the certificate names its host and is signed by its own key', () => {
  const { key, cert } = selfSigned('localhost', now)
  const read = new X509Certificate(cert)
  expect(read.subject).toBe('CN=localhost')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
})

test('it is good for a day', () => {
  const read = new X509Certificate(selfSigned('localhost', now).cert)
  expect(new Date(read.validFrom)).toEqual(new Date('2026-11-20T08:00:00Z'))
  expect(new Date(read.validTo)).toEqual(new Date('2026-11-22T08:00:00Z'))
})

test('the fingerprint is that of the public key', () => {
  const { cert, fingerprint } = selfSigned('localhost', now)
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  expect(fingerprint).toBe(createHash('sha256').update(spki).digest('base64'))
})
