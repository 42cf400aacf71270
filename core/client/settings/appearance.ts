import type { Preferences } from '../../contract/client-services.ts';
import { type ThemeName, themeNames } from '../../contract/theme.ts';
import type { KeyValueStorage } from '../connection/session-storage.ts';

export type Density = Preferences['density'];
export const densities: readonly Density[] = ['compact', 'cosy'];

/** A theme, or whichever the operating system asks for. */
export type ThemeChoice = ThemeName | 'system';
export const themeChoices: readonly ThemeChoice[] = ['system', ...themeNames];

/** What the user chose. */
export interface Appearance {
  readonly theme: ThemeChoice;
  readonly density: Density;
  readonly redUp: boolean;
}

/** What the page shows. */
export interface Look extends Appearance {
  readonly theme: ThemeName;
}

/** A copy of the account's settings in this browser, so that a page starts in them before they arrive; first-look.js reads it too. */
export const appearanceKey = 'appearance';
const defaultAppearance: Appearance = { theme: 'dark', density: 'compact', redUp: false };

/** Checks field by field: what was saved may be old or damaged. */
export function readAppearance(value: unknown): Appearance {
  if (typeof value !== 'object' || value === null) return defaultAppearance;
  const saved = value as Record<string, unknown>;
  return {
    theme: themeChoices.find((choice) => choice === saved.theme) ?? defaultAppearance.theme,
    density: saved.density === 'cosy' ? 'cosy' : 'compact',
    redUp: saved.redUp === true,
  };
}

/** Foreign data: what reads of it checks it. */
export function readStored(storage: KeyValueStorage): unknown {
  try {
    return JSON.parse(storage.getItem(appearanceKey) ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const readStoredAppearance = (storage: KeyValueStorage): Appearance => readAppearance(readStored(storage));

export const lookOf = (appearance: Appearance, system: ThemeName): Look => ({
  ...appearance,
  theme: appearance.theme === 'system' ? system : appearance.theme,
});

/** Puts the look on <html>, where the theme's style sheet looks for it. */
export function showLook(root: HTMLElement, { theme, density, redUp }: Look): void {
  root.dataset.theme = theme;
  root.dataset.density = density;
  root.dataset.redUp = String(redUp);
}
