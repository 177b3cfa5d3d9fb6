import type { InlineCode } from './inline-code.ts'
import type { PageReach } from './reach.ts'

/** The policy of a page: its own scripts and styles, and the origins that it needs. */
export function pagePolicy(pages: InlineCode[], reach: PageReach, isPublished: boolean): string {
  return [
    "default-src 'none'",
    directive('script-src', ["'self'", ...pages.flatMap((page) => page.scripts)]),
    directive('style-src', ["'self'", ...pages.flatMap((page) => page.styles)]),
    "img-src 'self'",
    "font-src 'self'",
    directive('connect-src', ["'self'", ...reach.connect]),
    directive('frame-src', reach.frame.length > 0 ? reach.frame : ["'none'"]),
    "manifest-src 'self'",
    "worker-src 'self'",
    directive('form-action', ["'self'", ...reach.form]),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup or script: src/kit/trusted-worker-url.ts has the one policy.
    "require-trusted-types-for 'script'",
    'trusted-types workers',
    // Safari upgrades http://localhost as well, which does not support https.
    ...(isPublished ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

function directive(name: string, sources: string[]): string {
  return [name, ...new Set(sources)].join(' ')
}
