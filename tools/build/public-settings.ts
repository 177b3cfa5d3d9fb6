import { loadEnv, type ResolvedConfig } from 'vite'

/** The key of a backend, and the name that it had before there were publishable keys. */
const KEY_NAME = 'PUBLIC_SUPABASE_PUBLISHABLE_KEY'
const FORMER_KEY_NAME = 'PUBLIC_SUPABASE_ANON_KEY'

/** Sets the key where the environment or the .env file has it under its former name only. */
export function readFormerKeyName(folder = process.cwd()): void {
  const { [KEY_NAME]: key, [FORMER_KEY_NAME]: former } = loadEnv('', folder, 'PUBLIC_SUPABASE_')
  if (!key && former) process.env[KEY_NAME] = former
}

/** The PUBLIC_ settings of a build. A value of the process wins over one in an .env file. */
export function publicSettings({ mode, envDir }: Pick<ResolvedConfig, 'mode' | 'envDir'>) {
  return loadEnv(mode, envDir || process.cwd(), 'PUBLIC_')
}
