/** Where supabase-js keeps the admin's session on this device. A page can look for it without loading supabase-js. */
export const ADMIN_SESSION_KEY = 'zulf:admin-session'
