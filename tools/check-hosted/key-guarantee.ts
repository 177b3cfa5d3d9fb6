import type { Guarantee } from './project.ts'

/** Without it no other guarantee can be checked. */
export const keyGuarantee: Guarantee = {
  says: 'The project accepts the key',
  remedy:
    'The key is not accepted by this project: it is of another one, or was rotated. Set the present ' +
    'publishable (anon) key here and as PUBLIC_SUPABASE_ANON_KEY on Netlify, and publish again: until then ' +
    'the shop takes no orders.',
  async passes(project) {
    const { status } = await project.request('/auth/v1/settings')
    return status !== 401 && status !== 403
  },
}
