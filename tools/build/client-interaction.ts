/* Makes `client:interaction` known to Astro (src/kit/scripts/client-interaction.ts). */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean
  }
}

const entrypoint = fileURLToPath(
  new URL('../../src/kit/scripts/client-interaction.ts', import.meta.url),
)

export function clientInteraction(): AstroIntegration {
  return {
    name: 'client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'interaction', entrypoint })
      },
    },
  }
}
