declare module 'netlify-redirector' {
  export interface Match {
    status: number
    to: string
    force: boolean
  }
  export interface Matcher {
    match(request: {
      scheme: string
      host: string
      path: string
      query: string
      headers: Record<string, string>
      cookieValues: Record<string, string>
      getHeader(name: string): string
      getCookie(name: string): string
    }): Match | null
  }
  const redirector: { parseJSON(rules: string, options: object): Promise<Matcher> }
  export default redirector
}
