/** The code of a confirm link, in the form that private.save_code() takes: about 142 random bits. */
export function newConfirmCode(): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  // Two bytes for the remainder of 62, so that no sign is likelier than another by more than a thousandth.
  return [...crypto.getRandomValues(new Uint16Array(24))]
    .map((value) => signs[value % signs.length])
    .join('')
}
