import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import {
  backendSettings,
  DEFAULT_ADMIN_PASSWORD,
  hostOptions,
  refuseExposedAdmin,
} from './backend-settings.ts'

describe('TRUST_PROXY', () => {
  it('is on with 1 alone', () => {
    expect(backendSettings({ TRUST_PROXY: '1' }).trustProxy).toBe(true)
    for (const env of [{}, { TRUST_PROXY: '' }, { TRUST_PROXY: '0' }, { TRUST_PROXY: 'no' }]) {
      expect(backendSettings(env).trustProxy).toBe(false)
    }
  })
})

it('ALLOWED_HOSTS are names with commas between', () => {
  const env = { HOST: '0.0.0.0', ALLOWED_HOSTS: 'shop.example, www.shop.example,' }
  expect(hostOptions(env)).toEqual({
    host: '0.0.0.0',
    allowedHosts: ['shop.example', 'www.shop.example'],
  })
  expect(hostOptions({ HOST: '' })).toEqual({ allowedHosts: [] })
})

describe('a HOST', () => {
  it.each([undefined, '', 'localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])(
    'of this machine alone needs no password of one’s own: %s',
    (host) => {
      expect(() => refuseExposedAdmin(host, DEFAULT_ADMIN_PASSWORD)).not.toThrow()
    },
  )

  it.each(['0.0.0.0', '::', '192.168.1.5', 'shop.local', '127.evil.example', '0'])(
    'that other machines reach does: %s',
    (host) => {
      for (const password of [DEFAULT_ADMIN_PASSWORD, 'short', '11character', '🌿'.repeat(11)]) {
        expect(() => refuseExposedAdmin(host, password), password).toThrow(UserError)
      }
      for (const password of ['12 character', '🌿'.repeat(12)]) {
        expect(() => refuseExposedAdmin(host, password), password).not.toThrow()
      }
    },
  )
})
