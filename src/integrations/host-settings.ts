import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { plainRefusal } from './plain-refusal.ts'
import { publicSettings } from './public-settings.ts'

const NEEDED = ['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_ANON_KEY']

/** Stops a build that does not know its store, with a sentence that says what to set. */
export function hostSettings(): AstroIntegration {
  return {
    name: 'host-settings',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [needsStore()] } })
      },
    },
  }
}

function needsStore(): Plugin {
  return {
    name: 'host-settings',
    // The only hook that knows the mode, which decides the .env files.
    configResolved(config) {
      const env = publicSettings(config)
      const missing = NEEDED.filter((name) => !env[name])
      if (missing.length > 0) throw plainRefusal(sentence(missing))
    },
  }
}

function sentence(missing: string[]): string {
  return (
    `The shop does not know its store: set ${missing.join(' and ')} (the project's API settings ` +
    'in Supabase, or the environment variables on Netlify), or run "npm run build:local" for the local store.'
  )
}
