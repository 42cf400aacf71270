import { makeAutoObservable } from 'mobx';
import type { Preferences } from '../../contract/client-services.ts';
import type { ThemeName } from '../../contract/theme.ts';
import type { KeyValueStorage } from '../connection/session-storage.ts';
import {
  type Appearance,
  appearanceKey,
  type Density,
  type Look,
  lookOf,
  readAppearance,
  readStoredAppearance,
  type ThemeChoice,
} from './appearance.ts';
import { type Language, languageKey, readLanguage } from './language.ts';
import type { UserConfigStore } from './user-config-store.ts';

const section = 'preferences';
/** Of the letters of the house: pages go by the choice of each browser. */
const languageSection = 'language';

/** Theme, density, colours and language: kept in this browser, and with the account of a signed-in user. */
export class PreferencesStore implements Preferences {
  readonly #storage: KeyValueStorage;
  readonly #config: UserConfigStore;
  readonly timeZone: string;
  themeChoice: ThemeChoice;
  /** What the operating system asks for. */
  systemTheme: ThemeName;
  density: Density;
  redUp: boolean;
  language: Language;

  constructor(
    storage: KeyValueStorage,
    config: UserConfigStore,
    timeZone: string,
    systemTheme: ThemeName = 'dark',
    ofPlatform: Language = 'en',
  ) {
    this.#storage = storage;
    this.#config = config;
    this.timeZone = timeZone;
    this.language = readLanguage(storage, ofPlatform);
    const stored = readStoredAppearance(storage);
    this.themeChoice = stored.theme;
    this.systemTheme = systemTheme;
    this.density = stored.density;
    this.redUp = stored.redUp;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get appearance(): Appearance {
    return { theme: this.themeChoice, density: this.density, redUp: this.redUp };
  }

  get look(): Look {
    return lookOf(this.appearance, this.systemTheme);
  }

  get theme(): ThemeName {
    return this.look.theme;
  }

  setSystemTheme(theme: ThemeName): void {
    this.systemTheme = theme;
  }

  setTheme(choice: ThemeChoice): void {
    this.themeChoice = choice;
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
    // The house writes to him in it.
    this.#config.set(languageSection, language);
  }

  /** Takes over the account's settings; the language stays this browser's choice. */
  restore(): void {
    const saved = this.#config.section(section);
    if (saved === undefined) return;
    const appearance = readAppearance(saved);
    this.themeChoice = appearance.theme;
    this.density = appearance.density;
    this.redUp = appearance.redUp;
    this.#storage.setItem(appearanceKey, JSON.stringify(appearance));
  }

  #save(): void {
    this.#storage.setItem(appearanceKey, JSON.stringify(this.appearance));
    this.#config.set(section, this.appearance);
  }
}
