import { expect, test } from 'vitest'
import { cliProblem } from './cli-problem.ts'

/** As the CLI prints an error where JSON was asked for; its target is on the error output. */
function printed(code: string, message: string): string {
  return `${JSON.stringify({ _tag: 'Error', error: { code, message } })}\nTarget: custom Postgres (db.example:5432)\n`
}

test.each([
  [
    'ProjectRefNotLinkedError',
    'Cannot find project ref. Have you run supabase link?',
    /^Which project\? Set SUPABASE_DB_URL .* supabase link/,
  ],
  [
    'DbConfigParseUrlError',
    'failed to parse connection string: postgresql://postgres.abc:[REDACTED]@db.example/postgres',
    /^The database URL cannot be read\..* # is %23/,
  ],
  [
    'DbConnectError',
    'server error (FATAL: (ENOTFOUND) tenant/user postgres.abc not found (SQLSTATE XX000))',
    /^The pooler does not know this project: .* paused\.$/,
  ],
  ['DbConnectError', 'FATAL: Tenant or user not found', /^The pooler does not know this project/],
  ['DbConnectError', 'hostname resolving error (getaddrinfo ENOTFOUND db.example)', /needs IPv6/],
  ['DbConnectError', 'password authentication failed (SQLSTATE 28P01)', /refuses the password/],
  ['DbQueryError', 'relation "x" does not exist', /^relation "x" does not exist$/],
])('%s "%s" is a sentence', (code, message, sentence) => {
  expect(cliProblem(printed(code, message))).toMatch(sentence)
})

test('what is no JSON stays as it is', () => {
  expect(cliProblem(' Something else\n')).toBe('Something else')
})
