import type { Preferences, ThemeName } from '../contract/client-services.ts';
import type { KeyValueStorage } from './session-storage.ts';

export type Density = Preferences['density'];
export interface Appearance {
  readonly theme: ThemeName;
  readonly density: Density;
  readonly redUp: boolean;
}

/** A copy of the account's settings in this browser, so that a page starts in them before they arrive. */
export const appearanceKey = 'appearance';
const defaultAppearance: Appearance = { theme: 'dark', density: 'compact', redUp: false };

/** Checks field by field: what was saved may be old or damaged. */
export function readAppearance(value: unknown): Appearance {
  if (typeof value !== 'object' || value === null) return defaultAppearance;
  const saved = value as Record<string, unknown>;
  return {
    theme: saved.theme === 'light' ? 'light' : saved.theme === 'dark' ? 'dark' : defaultAppearance.theme,
    density: saved.density === 'cosy' ? 'cosy' : 'compact',
    redUp: saved.redUp === true,
  };
}

export function readStoredAppearance(storage: KeyValueStorage): Appearance {
  try {
    return readAppearance(JSON.parse(storage.getItem(appearanceKey) ?? 'null'));
  } catch (error) {
    if (error instanceof SyntaxError) return defaultAppearance;
    throw error;
  }
}

/** Puts the appearance on <html>, where the theme's style sheet looks for it. */
export function showAppearance(root: HTMLElement, { theme, density, redUp }: Appearance): void {
  root.dataset.theme = theme;
  root.dataset.density = density;
  root.dataset.redUp = String(redUp);
}
