declare module '*?late' {
  const address: string
  export default address
}
