import { inFile, inFunction, type Mutation } from '../mutation.ts'

const REFUSAL = 'src/api/refusal.test.ts'
const UNSENT_COPIES = 'tests/database/unsent-copies.test.ts'

/** What the browser takes for a refusal, and which copies of orders count as not sent. */
export const refusalAndCopyMutations: Mutation[] = [
  ...inFile('src/api/refusal.ts', REFUSAL, {
    'a code without ok: false is no refusal': "body['ok'] !== false",
    'a body with an unknown code is no refusal': "!REFUSAL_CODES.has(body['code'])",
    'an empty body is no refusal': ['!isRecord(body) || ', ''],
  }),
  ...inFunction('public.report_unsent_copy(jsonb)', UNSENT_COPIES, {
    'only a token reports the copy of its order': [
      "and key.token_hash = private.hash_token(p ->> 'token')",
      '',
    ],
    'only the copy of its own order is reported': ["key.order_id = p ->> 'id' and", ''],
    'a report that is repeated counts once': ['on conflict do nothing', ''],
    'a report has no other fields': ["array['id', 'token']", "array['id', 'token', 'copies']"],
  }),
  ...inFunction('private.count_unsent_copies()', UNSENT_COPIES, {
    'unsent copies count for 30 days': ["interval '30 days'", "interval '31 days'"],
  }),
]
