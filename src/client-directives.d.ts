/** The type of the directive that tools/build/client-loaded.ts adds. */
declare namespace Astro {
  interface ClientDirectives {
    'client:loaded'?: boolean
  }
}
