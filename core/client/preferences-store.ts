import { makeAutoObservable } from 'mobx';
import { type Preferences, type ThemeName, themeNames } from '../contract/client-services.ts';
import { isRecord } from './dashboard-config.ts';
import type { KeyValueStorage } from './session-storage.ts';
import type { UserConfigStore } from './user-config-store.ts';

export const languages = ['en', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];
/** SPEC §1: the chosen language is kept under this key, with English as fallback. */
export const languageKey = 'lang';
/** A copy of the last theme, so that a page starts in it before the settings arrive. */
export const appearanceKey = 'appearance';
const section = 'preferences';

export type Density = Preferences['density'];
interface Appearance {
  readonly theme: ThemeName;
  readonly density: Density;
  readonly redUp: boolean;
}
export const defaultAppearance: Appearance = { theme: 'dark', density: 'compact', redUp: false };

export function readLanguage(storage: KeyValueStorage): Language {
  const stored = storage.getItem(languageKey);
  return languages.find((language) => language === stored) ?? 'en';
}

/** Checks field by field: what is stored may be old or damaged. */
export function readAppearance(value: unknown): Appearance {
  const saved = isRecord(value) ? value : {};
  return {
    theme: themeNames.find((theme) => theme === saved.theme) ?? defaultAppearance.theme,
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

/** Theme, density, colours and language: kept in this browser, and with the account of a signed-in user. */
export class PreferencesStore implements Preferences {
  readonly #storage: KeyValueStorage;
  readonly #config: UserConfigStore;
  readonly timeZone: string;
  theme: ThemeName;
  density: Density;
  redUp: boolean;
  language: Language;

  constructor(storage: KeyValueStorage, config: UserConfigStore, timeZone: string) {
    this.#storage = storage;
    this.#config = config;
    this.timeZone = timeZone;
    this.language = readLanguage(storage);
    ({ theme: this.theme, density: this.density, redUp: this.redUp } = readStoredAppearance(storage));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme;
    this.#save();
  }

  setDensity(density: Density): void {
    this.density = density;
    this.#save();
  }

  setRedUp(redUp: boolean): void {
    this.redUp = redUp;
    this.#save();
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.#storage.setItem(languageKey, language);
  }

  /** Takes over the account's settings; the language stays this browser's choice. */
  restore(): void {
    const saved = this.#config.section(section);
    if (saved === undefined) return;
    const appearance = readAppearance(saved);
    ({ theme: this.theme, density: this.density, redUp: this.redUp } = appearance);
    this.#storage.setItem(appearanceKey, JSON.stringify(appearance));
  }

  #save(): void {
    const appearance: Appearance = { theme: this.theme, density: this.density, redUp: this.redUp };
    this.#storage.setItem(appearanceKey, JSON.stringify(appearance));
    this.#config.set(section, appearance);
  }
}
