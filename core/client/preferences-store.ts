import { makeAutoObservable } from 'mobx';
import type { Preferences, ThemeName } from '../contract/client-services.ts';
import { type Appearance, appearanceKey, type Density, readAppearance, readStoredAppearance } from './appearance.ts';
import { type Language, languageKey, readLanguage } from './language.ts';
import type { KeyValueStorage } from './session-storage.ts';
import type { UserConfigStore } from './user-config-store.ts';

const section = 'preferences';

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
    const stored = readStoredAppearance(storage);
    this.theme = stored.theme;
    this.density = stored.density;
    this.redUp = stored.redUp;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get appearance(): Appearance {
    return { theme: this.theme, density: this.density, redUp: this.redUp };
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
    this.theme = appearance.theme;
    this.density = appearance.density;
    this.redUp = appearance.redUp;
    this.#storage.setItem(appearanceKey, JSON.stringify(appearance));
  }

  #save(): void {
    this.#storage.setItem(appearanceKey, JSON.stringify(this.appearance));
    this.#config.set(section, this.appearance);
  }
}
