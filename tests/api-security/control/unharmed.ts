/** Why the naive store gives the right answer to some cases: whatever its schema, something else does. */
export const UNHARMED: [reason: string, titles: RegExp][] = [
  [
    'PostgREST refuses what is no method, column, relation, aggregate or kind of answer of its own',
    /^(A04|A07|A30 (TRACE|PROPFIND|MOVE|LOCK|QUERY) |A93 nor|A06 (an answer of|a filter that is none finds nothing: \?(id=bogus|total))|A08 nor a column under another name: summarize|A110 track_order takes|B12 nor by|A30 no way round for POST)/,
  ],
  [
    'PostgREST serves the schema public alone, and does not describe it',
    /^(A08 (?!nor)|A09|A11 A12|A13|B16|B14 (clean_text|short_pieces|require_admin)|A111 (?!(place_order_impl|is_admin|hit|find_order|view_order|save_message) ))/,
  ],
  ['There is no such part of Supabase here', /^(A15|A17|A18|B15)/],
  ['Auth does not ask the schema of the shop', /^(A19|A20|B07 (?!what)|B17 signing)/],
  [
    'What is no JSON and no UTF-8 reaches no function',
    /^(A4[23] (A44 )?a .* is no JSON|A45 (A46 )?a total of (-?1e200000|1e9+)|A77|A78|A88|A91|A92|NUL and half)/,
  ],
  ['A function that promises to change something writes nothing by GET', /^A93 no/],
  [
    'The gateway refuses what is too large, too deep, or no HTTP',
    /^(A23 1,000 whole|A76 more than any|A89 (?!an order)|A90 (?!a list)|A06 an address|A30 CONNECT|A30 TRACE|A01 (without|a question|the key)|A02 no way round: (?!http|\/auth|\/rest\/v1\/(\.|%6f|orders(%00|#)|rpc)).*|A02 no way round: \/rest\/v1\/\.\.%2f|B12 a token longer|A105 (get|track)_order: what PostgREST)/,
  ],
  [
    'A token is checked before the schema is asked',
    /^(B10 a token (?!that is "").* is not believed|B08 (a role|a service key|".*" is no key))/,
  ],
  [
    'It is what should happen: an order is taken, its text kept, an unknown one not found',
    /^(A31 an order|A34 a total of 799\.00 |A37 1.0|A38 a quantity of 999 is sold|A7[15] .* is taken|A74 the postal code "(547|SW1A 1AA|12345-6789)" is taken|A87 .* is taken|A8[2-6] |A80 joiners|A95 (an order|A96)|A96 |A97 (get|track)_order|A98)/,
  ],
]

export function whyUnharmed(title: string): string | undefined {
  return UNHARMED.find(([, titles]) => titles.test(title))?.[0]
}
