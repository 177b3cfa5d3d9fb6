/** What a customer reads where a refusal has no sentence of its own. */
export const OTHER_REFUSAL =
  'Our shop did not accept this, and that is not your mistake. What you typed is still here.'
