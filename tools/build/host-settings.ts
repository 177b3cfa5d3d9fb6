import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { userError } from '#kit/user-error.ts'
import { settingsErrors } from './build-settings.ts'
import { publicSettings } from './public-settings.ts'

/** Stops a build whose settings are missing, wrong or secret, with a sentence for each of them. */
export function hostSettings(): AstroIntegration {
  return {
    name: 'host-settings',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        if (command !== 'build') return
        updateConfig({ vite: { plugins: [settingsCheck(config.site ?? '')] } })
      },
    },
  }
}

function settingsCheck(site: string): Plugin {
  return {
    name: 'host-settings',
    // The only hook that has the mode, which decides the .env files.
    configResolved(config) {
      const errors = settingsErrors({ ...process.env, ...publicSettings(config) }, site)
      if (errors.length > 0) throw userError(errors.join('\n'))
    },
  }
}
