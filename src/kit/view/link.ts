/* A link of a list (LinkList.tsx). */
export interface Link {
  label: string
  /** Of a phone or an e-mail, which keep their order in text of any direction. */
  dir?: 'ltr'
  /** Words before such a label. */
  before?: string
  href: string
  rel?: 'noopener'
}
