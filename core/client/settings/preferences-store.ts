import { makeAutoObservable } from 'mobx';
import type { Preferences } from '../../contract/client-services.ts';
import type { ThemeName } from '../../contract/theme.ts';
import { isLanguage } from '../../domain/language.ts';
import type { Thousands } from '../../domain/numbers/thousands.ts';
import { type PlatformSettings, platformDefaults } from '../../domain/platform-settings.ts';
import type { KeyValueStorage } from '../connection/session-storage.ts';
import {
  type Appearance,
  appearanceKey,
  type Density,
  type Look,
  lookOf,
  readAppearance,
  readStored,
  type ThemeChoice,
} from './appearance.ts';
import { type Language, languageKey, readLanguage } from './language.ts';
import { type Regional, readRegional } from './regional.ts';
import type { UserConfigStore } from './user-config-store.ts';

const section = 'preferences';
/** Of the letters of the house: pages go by the choice of each browser. */
const languageSection = 'language';

type OfPlatform = Pick<PlatformSettings, 'languages' | 'language' | 'currency'>;

/** Theme, density, colours, time zone, currency, numbers and language: kept in this browser, and with the account of a signed-in user. */
export class PreferencesStore implements Preferences {
  readonly #storage: KeyValueStorage;
  readonly #config: UserConfigStore;
  /** What holds where nothing was chosen. */
  readonly #ofPlatform: OfPlatform;
  /** Of the device. */
  readonly systemZone: string;
  regional: Regional;
  themeChoice: ThemeChoice;
  /** What the operating system asks for. */
  systemTheme: ThemeName;
  density: Density;
  redUp: boolean;
  language: Language;

  constructor(
    storage: KeyValueStorage,
    config: UserConfigStore,
    systemZone: string,
    systemTheme: ThemeName = 'dark',
    ofPlatform: OfPlatform = platformDefaults,
  ) {
    this.#storage = storage;
    this.#config = config;
    this.#ofPlatform = ofPlatform;
    this.systemZone = systemZone;
    this.language = readLanguage(storage, ofPlatform);
    const saved = readStored(storage);
    const stored = readAppearance(saved);
    this.regional = readRegional(saved, this.#ofPlatform.currency);
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

  /** Among which somebody chooses. */
  get languages(): readonly Language[] {
    return this.#ofPlatform.languages;
  }

  get timeZone(): string {
    return this.regional.zone ?? this.systemZone;
  }

  get currency(): string {
    return this.regional.currency;
  }

  get thousands(): Thousands {
    return this.regional.thousands;
  }

  setRegional(change: Partial<Regional>): void {
    this.regional = readRegional({ ...this.regional, ...change }, this.#ofPlatform.currency);
    this.#save();
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

  /** Another tab of this browser has chosen it, and saves it. */
  takeLanguage(language: unknown): void {
    if (this.#isOffered(language)) this.language = language;
  }

  setLanguage(language: Language): void {
    this.language = language;
    this.#storage.setItem(languageKey, language);
    // The house writes to him in it.
    this.#config.set(languageSection, language);
  }

  /** Takes over the account's settings; the language only in a browser where none was chosen. */
  restore(): void {
    const language = this.#config.section(languageSection);
    if (this.#storage.getItem(languageKey) === null && this.#isOffered(language)) this.language = language;
    const saved = this.#config.section(section);
    if (saved === undefined) return;
    const appearance = readAppearance(saved);
    this.themeChoice = appearance.theme;
    this.density = appearance.density;
    this.redUp = appearance.redUp;
    this.regional = readRegional(saved, this.#ofPlatform.currency);
    this.#keep();
  }

  #isOffered(language: unknown): language is Language {
    return isLanguage(language) && this.languages.includes(language);
  }

  #save(): void {
    this.#config.set(section, this.#keep());
  }

  /** A copy in this browser, so that a page starts in them. */
  #keep(): Appearance & Regional {
    const all = { ...this.appearance, ...this.regional };
    this.#storage.setItem(appearanceKey, JSON.stringify(all));
    return all;
  }
}
