/** Of tools/build/client-loaded.ts. */
declare namespace Astro {
  interface ClientDirectives {
    'client:loaded'?: boolean
  }
}
