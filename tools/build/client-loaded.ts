import type { AstroIntegration } from 'astro'

/** Adds the directive of src/kit/island/client-loaded.ts (docs/decisions/islands.md). */
export function clientLoaded(): AstroIntegration {
  return {
    name: 'client-loaded',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'loaded', entrypoint: './src/kit/island/client-loaded.ts' }),
    },
  }
}
