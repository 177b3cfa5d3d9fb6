import { loadEnv, type ResolvedConfig } from 'vite'

/** The PUBLIC_ settings of a build. A value of the process wins over one in an .env file. */
export function publicSettings({ mode, envDir }: Pick<ResolvedConfig, 'mode' | 'envDir'>) {
  return loadEnv(mode, envDir || process.cwd(), 'PUBLIC_')
}
