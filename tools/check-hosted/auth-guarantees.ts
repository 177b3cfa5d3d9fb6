/*
 * Who can sign up and sign in. No user is created: the requests lack an email, or are sent only after the
 * project's settings say that it refuses them.
 */
import { isRecord } from '#kit/json.ts'
import { type Guarantee, isRefused, type Project } from './project.ts'

export const authGuarantees: Guarantee[] = [
  {
    says: 'Nobody can sign up',
    remedy: 'Authentication > Sign In / Providers: switch "Allow new users to sign up" off.',
    async passes(project) {
      if ((await settingsOf(project))['disable_signup'] === false) return false
      // Without an email no user is created, even where sign-up is open.
      const body = { email: 'nobody', password: 'x' }
      const { json } = await project.request('/auth/v1/signup', { method: 'POST', body })
      return json['error_code'] === 'signup_disabled'
    },
  },
  {
    says: 'Nobody can sign in without a name',
    remedy: 'Authentication > Sign In / Providers: switch "Allow anonymous sign-ins" off.',
    async passes(project) {
      const { external } = await settingsOf(project)
      if (isRecord(external) && external['anonymous_users'] === true) return false
      const response = await project.request('/auth/v1/signup', { method: 'POST', body: {} })
      return isRefused(response) && !response.text.includes('access_token')
    },
  },
  {
    says: 'A password is the only way in',
    remedy: 'Authentication > Sign In / Providers: switch every provider but Email off.',
    async passes(project) {
      const { external = {} } = await settingsOf(project)
      return Object.entries(external as object).every(([name, isOn]) => name === 'email' || !isOn)
    },
  },
  {
    says: 'A wrong login does not tell whether the name exists',
    remedy: 'Report it to Supabase: this is their own sign-in.',
    async passes(project) {
      const body = { email: 'nobody-at-all@example.com', password: 'wrong' }
      const path = '/auth/v1/token?grant_type=password'
      const { status, json } = await project.request(path, { method: 'POST', body })
      return status === 400 && json['error_code'] === 'invalid_credentials'
    },
  },
  {
    says: 'The list of users is closed',
    remedy: 'The key that was given is a secret one. Publish only the publishable key.',
    passes: async (project) => isRefused(await project.request('/auth/v1/admin/users')),
  },
  {
    says: 'A token that nobody signed opens nothing',
    remedy: 'Report it to Supabase: their gateway must refuse unsigned tokens.',
    async passes(project) {
      const claims = { role: 'service_role', sub: crypto.randomUUID(), exp: 4_000_000_000 }
      const token = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
      const headers = { authorization: `Bearer ${token}` }
      return (await project.request('/rest/v1/orders?limit=1', { headers })).status === 401
    },
  },
]

/** The public settings of the project's Auth; empty if it has none. */
async function settingsOf(project: Project): Promise<Record<string, unknown>> {
  const { status, json } = await project.request('/auth/v1/settings')
  return status === 200 ? json : {}
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}
