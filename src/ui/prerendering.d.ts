interface Document {
  /** While the page is made ready before it is asked for. Absent where browsers never do that. */
  readonly prerendering?: boolean
}
