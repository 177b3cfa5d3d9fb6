import { createHash, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import { DAY_MS } from '#kit/day-ms.ts'

export interface Certificate {
  /** PEM. */
  key: string
  cert: string
  /** Of the public key, for Chromium's --ignore-certificate-errors-spki-list. */
  fingerprint: string
}

/** Browsers speak HTTP/2 over TLS only. */
export async function createCertificate(host: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Valid since yesterday: clocks may differ.
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + DAY_MS),
  })
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { key, cert, fingerprint: createHash('sha256').update(spki).digest('base64') }
}
