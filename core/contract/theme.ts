/** Looks of the workspace. */
export const themeNames = ['dark', 'light', 'contrast', 'colour-blind'] as const;
export type ThemeName = (typeof themeNames)[number];
