import { backendSettings } from '../local-backend/backend-settings.ts'
import { inTransaction } from '../local-backend/database.ts'
import { type AdminLogin, saveUser } from '../local-backend/local-admin.ts'
import type { HostedProject } from './hosted-project.ts'

/** Adds a user as the dashboard does. README.md says how the user becomes the admin. */
export async function addAdminUser({ superuser }: HostedProject): Promise<AdminLogin> {
  const { adminUsername, adminEmailDomain, adminPassword } = backendSettings()
  const login = { email: `${adminUsername}@${adminEmailDomain}`, password: adminPassword }
  await inTransaction(superuser, (query) => saveUser(query, login))
  return login
}
