/* Whether the login is the admin's, and which client the limits count. Signs in, and out again. */
import { BlockList, isIP } from 'node:net'
import type { Guarantee, Project, ProjectResponse } from './project.ts'

interface Login {
  email: string
  password: string
}

/** Reserved for documentation: no client has it. */
const CLAIMED = '192.0.2.1'

const inner = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  inner.addSubnet(network, prefix)
}
inner.addSubnet('fc00::', 7, 'ipv6')

export function clientGuarantees(admin: Login): Guarantee[] {
  return [
    {
      says: 'The login is that of the admin',
      remedy: `${admin.email} cannot sign in: compare e-mail and password with Authentication > Users.`,
      passes: (project) =>
        signedIn(project, admin, async (token) => {
          const { status, json } = await callClient(project, token)
          if (status === 200) return true
          if (json['code'] !== '42501') throw new Error(`admin_client responded with ${status}`)
          return `${admin.email} is a user, but no admin: docs/publishing.md, step 2, has the SQL that adds the admin.`
        }),
    },
    {
      says: 'Signing out ends a session at once',
      remedy:
        'The token of a session that was signed out still opens the orders. Until that is mended, after signing out: delete from auth.sessions;',
      async passes(project) {
        let left = ''
        const opened = await signedIn(project, admin, async (token) => {
          left = token
          return (await callClient(project, token)).status === 200
        })
        return opened === true && [401, 403].includes((await callClient(project, left)).status)
      },
    },
    {
      says: 'Requests are counted under an IP address that the caller cannot choose',
      remedy: 'docs/decisions/limits.md says how to read the header that the host writes.',
      passes: (project) => signedIn(project, admin, (token) => compare(project, token)),
    },
  ]
}

/** False where the login is refused. Ends its own session only. */
async function signedIn(
  project: Project,
  admin: Login,
  work: (token: string) => Promise<boolean | string>,
): Promise<boolean | string> {
  const { status, json } = await project.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: admin,
  })
  if (status !== 200) return false
  const token = String(json['access_token'])
  try {
    return await work(token)
  } finally {
    await project.request('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
  }
}

async function compare(project: Project, token: string): Promise<boolean | string> {
  const first = await countedAs(project, token)
  const second = await countedAs(project, token)
  const claiming = await countedAs(project, token, { 'x-forwarded-for': CLAIMED })
  if (first === null) return 'The API reads no IP address from requests: the limits count nobody.'
  if (first !== second) {
    return `Two requests of one caller were counted under ${first} and ${second}.`
  }
  if (claiming !== first) {
    return `With a header x-forwarded-for of its own, a caller was counted under ${claiming}, else under ${first}.`
  }
  if (isInner(first) && !isInner(new URL(project.url).hostname)) {
    return `Requests are counted under ${first}, an IP address inside the host's network, which all customers may share.`
  }
  return true
}

async function countedAs(
  project: Project,
  token: string,
  headers: Record<string, string> = {},
): Promise<string | null> {
  const { status, json } = await callClient(project, token, headers)
  if (status !== 200) throw new Error(`admin_client responded with ${status}`)
  return json['address'] === null ? null : String(json['address'])
}

function callClient(
  project: Project,
  token: string,
  headers: Record<string, string> = {},
): Promise<ProjectResponse> {
  return project.request('/rest/v1/rpc/admin_client', {
    method: 'POST',
    body: {},
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
}

/** Whether a client address, or a network as the database writes it, is none of the internet. */
function isInner(ip: string): boolean {
  const host = ip.replace(/\/\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost' || host.startsWith('::')) return true
  return isIP(host) > 0 && inner.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
