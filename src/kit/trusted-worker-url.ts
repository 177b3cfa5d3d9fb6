/* URLs of the site's own workers. The content policy allows one Trusted Types policy, which is for them, once in a page. */

interface ScriptUrls {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrls): ScriptUrls
}

let policy: ScriptUrls | undefined

/** Trusted where the browser asks for that. */
export function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: (own: string) => own }
  policy ??= trustedTypes?.createPolicy('workers', rules) ?? rules
  return policy.createScriptURL(url)
}
