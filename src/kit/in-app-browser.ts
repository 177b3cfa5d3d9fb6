/* The browsers inside other apps. They print nothing, drop downloads, and say neither (docs/product.md, rule 7.51). */

const NAMES = /FBAN|FBAV|FB_IAB|Instagram|musical_ly|BytedanceWebview|TikTok|Snapchat|; wv\)/

/** On iPhones only Safari, and browsers of that kind, name Safari. */
export function isInAppBrowser(agent = navigator.userAgent): boolean {
  return NAMES.test(agent) || (/iPhone|iPad|iPod/.test(agent) && !agent.includes('Safari/'))
}
