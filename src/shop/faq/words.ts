/** The topics of the questions, in their order, with their headings. */
export const TOPICS = {
  ordering: 'Ordering',
  paying: 'Paying',
  delivery: 'Delivery',
  returns: 'Returns',
  oil: 'The oil',
}
