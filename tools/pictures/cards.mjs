/** What each sharing card shows. Its name is that of the file in public/social. */

/** The picture, or a part of it, stands in an arch beside the words; `at` says which end to keep. */
export const PAGE_CARDS = [
  {
    name: 'products',
    picture: 'hero-mobile',
    at: 'south',
    title: ['One oil,', 'three ways'],
    line: 'SINGLE  ·  PAIR  ·  GIFT PACK',
  },
  {
    name: 'product-zulf-herbal-oil-single',
    picture: 'products/single',
    at: 'center',
    title: ['Herbal', 'Hair Oil'],
    line: 'ONE BOTTLE, 100 ML',
  },
  {
    name: 'product-zulf-herbal-oil-double',
    picture: 'products/pair',
    at: 'north',
    title: ['Herbal Hair', 'Oil, Pair'],
    line: 'TWO BOTTLES, 2 X 100 ML',
  },
  {
    name: 'product-zulf-herbal-oil-giftpack',
    picture: 'products/gift',
    at: 'center',
    title: ['Herbal Hair', 'Oil, Gift Pack'],
    line: 'TWO BOTTLES AND A COMB',
  },
  {
    name: 'about',
    picture: 'about/about',
    at: 'east',
    title: ['A small', 'Lahore house'],
    line: 'SINCE 2020',
  },
  {
    name: 'contact',
    picture: 'products/single-detail',
    at: 'north',
    title: ['Write', 'to us'],
    line: 'LAHORE, PAKISTAN',
  },
  {
    name: 'results',
    picture: 'results/result-02',
    at: 'south',
    part: { left: 640, top: 30, width: 520, height: 640 },
    title: ['What oil', 'can change'],
    line: 'ILLUSTRATIONS',
  },
  {
    name: 'blog',
    picture: 'botanicals/bhringraj',
    at: 'north',
    title: ['Hair oil,', 'told plainly'],
    line: 'THE BLOG',
  },
  {
    name: 'help',
    picture: 'products/gift-open',
    at: 'center',
    title: ['Delivery and', 'questions'],
    line: 'HELP WITH YOUR ORDER',
  },
  {
    name: 'legal',
    picture: 'botanicals/neem',
    at: 'center',
    title: ['The rules', 'of the shop'],
    line: 'RETURNS  ·  PRIVACY  ·  TERMS',
  },
]

/** An article's card is its cover above its title. */
export const ARTICLE_CARDS = [
  { id: 1, title: ['What a herbal hair oil does,', 'and what it does not'] },
  { id: 2, title: ['How to use hair oil,', 'from patch test to last rinse'] },
  { id: 3, title: ['Four evenings with oil:', 'sample stories'] },
  { id: 4, title: ['Top 5 ingredients: neem, amla,', 'brahmi, bhringraj, coconut'] },
  { id: 5, title: ['A daily hair routine', 'you can keep up'] },
  { id: 6, title: ['Expert tips: hard water, dandruff,', 'heat and other troubles'] },
  { id: 8, title: ['Trust across generations,', 'and what to keep of it'] },
]
