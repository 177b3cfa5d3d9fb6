/** The paper of theme.css by day and by night, where only a plain colour is understood. */
export const THEME_COLORS = { light: '#fbf7ef', dark: '#121815' } as const
