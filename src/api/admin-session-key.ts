/** The key of the admin's session in localStorage. A page can look for it without loading supabase-js. */
export const ADMIN_SESSION_KEY = 'zulf:admin-session'
