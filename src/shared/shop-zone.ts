/** Where the shop's day begins and ends; the database reckons delivery dates in the same zone. */
export const SHOP_ZONE = 'Asia/Karachi'
