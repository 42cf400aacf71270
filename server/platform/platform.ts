import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { HousePlatform, PlatformState } from '../../core/contract/platform.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { inOrder, isLanguage } from '../../core/domain/language.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import {
  isFactorDuty,
  isFirmName,
  isHouseCurrency,
  isRebateRate,
  isRegistrationDoor,
  type PlatformSettings,
  platformDefaults,
  tidyFirmName,
} from '../../core/domain/platform-settings.ts';
import type { Bus } from '../bus/bus.ts';
import { authorProblem } from '../session/people.ts';
import type { Json } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { PlatformNews } from './platform-news.ts';

interface PlatformParts {
  readonly store: Pick<Store, 'platform' | 'transaction'>;
  readonly bus: Pick<Bus, 'listen' | 'publish'>;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  readonly logger: Logger;
  /** Where nothing was said, in place of {@link platformDefaults}. */
  readonly defaults?: Partial<PlatformSettings>;
}

/** Of each setting: its key in the database, and what it may be. */
const kept: { readonly [S in keyof PlatformSettings]: { readonly key: string; readonly is: (value: unknown) => boolean } } = {
  firmName: { key: 'firm_name', is: (value) => typeof value === 'string' && isFirmName(value) },
  languages: { key: 'languages', is: isLanguageList },
  language: { key: 'language', is: isLanguage },
  registration: { key: 'registration', is: isRegistrationDoor },
  currency: { key: 'currency', is: isHouseCurrency },
  sandbox: { key: 'sandbox', is: (value) => typeof value === 'boolean' },
  closedVenues: { key: 'closed_venues', is: isKeyList },
  rebateFirst: { key: 'rebate_first', is: isRebateRate },
  rebateSecond: { key: 'rebate_second', is: isRebateRate },
  secondFactor: { key: 'second_factor', is: isFactorDuty },
};
function isLanguageList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLanguage) && new Set(value).size === value.length;
}
function isKeyList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
const names = Object.keys(kept) as (keyof PlatformSettings)[];

/** What the firm has said of itself. Pages are drawn by it, so it is at hand without a question. */
export class Platform implements HousePlatform {
  readonly #parts: PlatformParts;
  readonly #listeners = new Set<(settings: PlatformSettings) => void>();
  readonly #news: PlatformNews;
  #state: PlatformState = { settings: platformDefaults, version: 0 };

  private constructor(parts: PlatformParts) {
    this.#parts = parts;
    this.#news = new PlatformNews(parts, 'the settings of the platform', () => this.#readNow());
  }

  static async open(parts: PlatformParts, started: Disposer[]): Promise<Platform> {
    const platform = new Platform(parts);
    await platform.#news.follow(started);
    return platform;
  }

  get state(): PlatformState {
    return this.#state;
  }

  /** Called with every change, here or at another server, and once now. */
  follow(listener: (settings: PlatformSettings) => void): Disposer {
    this.#listeners.add(listener);
    listener(this.#state.settings);
    return () => void this.#listeners.delete(listener);
  }

  read(): Promise<void> {
    return this.#news.read();
  }

  async #readNow(): Promise<void> {
    const before = this.#state.version;
    this.#state = await this.#stateIn(this.#parts.store);
    if (this.#state.version !== before) for (const listener of this.#listeners) listener(this.#state.settings);
  }

  /** In a transaction that holds the settings; to be told by {@link changed} once it has ended. */
  async write({ platform }: Pick<Repositories, 'platform'>, settings: Partial<PlatformSettings>): Promise<void> {
    for (const name of names)
      if (settings[name] !== undefined) await platform.set(kept[name].key, settings[name] as Json, this.#parts.clock.nowMs());
  }

  async change(version: number, changes: Partial<PlatformSettings>, note: ChangeNote): Promise<Outcome<PlatformState>> {
    const tidy = tidied(changes);
    const problem = settingsProblem(tidy);
    if (problem !== null) return denied(problem);
    const done = await this.#parts.store.transaction(async (repositories): Promise<Outcome<null>> => {
      await repositories.platform.hold();
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await this.#stateIn(repositories);
      if (before.version !== version) return refused('PLATFORM_CHANGED');
      const untold = languageProblem({ ...before.settings, ...tidy });
      if (untold !== null) return denied(untold);
      const tooMuch = rebateProblem({ ...before.settings, ...tidy }, tidy);
      if (tooMuch !== null) return denied(tooMuch);
      const others = names.filter((name) => tidy[name] !== undefined && !isSame(tidy[name], before.settings[name]));
      if (others.length === 0) return refused('PLATFORM_NOTHING_TO_CHANGE');
      const only = (settings: Partial<PlatformSettings>) => Object.fromEntries(others.map((name) => [name, settings[name]]));
      await this.write(repositories, only(tidy));
      const by = note.by === 'system' ? note.by : note.by.userId;
      const entry = { timeMs: this.#parts.clock.nowMs(), actor: by, action: 'platform.changed', subject: 'platform', reason: note.reason };
      await repositories.audit.append({ ...entry, before: inWire(only(before.settings)), after: inWire(only(tidy)) });
      return accepted(null);
    });
    if (!done.ok) return done;
    await this.changed();
    return accepted(this.#state);
  }

  async #stateIn({ platform }: Pick<Repositories, 'platform'>): Promise<PlatformState> {
    return stateIn(platform, this.#parts.defaults);
  }

  /** They are others by now: here and on every other server. */
  changed(): Promise<void> {
    return this.#news.changed();
  }
}

/** What breaks its rule, as after a newer version of the product, is as if it were not there. */
export async function stateIn(
  platform: Pick<Repositories['platform'], 'all'>,
  defaults: Partial<PlatformSettings> = {},
): Promise<PlatformState> {
  const rows = await platform.all();
  const said = names.flatMap((name) => {
    const row = rows[kept[name].key];
    return row !== undefined && kept[name].is(row.value) ? [[name, row.value]] : [];
  });
  const version = names.reduce((sum, name) => sum + (rows[kept[name].key]?.version ?? 0), 0);
  const settings: PlatformSettings = { ...platformDefaults, ...defaults, ...Object.fromEntries(said) };
  const [first = settings.language] = settings.languages;
  const language = languageProblem(settings) === null ? settings.language : first;
  return { settings: { ...settings, language, rebateSecond: rebateWithin(settings) }, version };
}

/** Rates that were saved when both could be the whole fee. */
function rebateWithin({ rebateFirst, rebateSecond }: PlatformSettings): string {
  const rest = addDecimals('100', negateDecimal(rebateFirst));
  return compareDecimals(rebateSecond, rest) <= 0 ? rebateSecond : rest;
}

/** By the names of the wire. */
export const inWire = (settings: Partial<PlatformSettings>): Readonly<Record<string, Json>> =>
  Object.fromEntries(names.flatMap((name) => (settings[name] === undefined ? [] : [[kept[name].key, settings[name] as Json]])));

/** As they are kept. */
export const tidied = <S extends Partial<PlatformSettings>>(typed: S): S => ({
  ...typed,
  ...(typed.firmName === undefined ? {} : { firmName: tidyFirmName(typed.firmName) }),
  ...(typed.languages === undefined ? {} : { languages: inOrder(typed.languages) }),
  ...(typed.closedVenues === undefined ? {} : { closedVenues: [...typed.closedVenues].sort() }),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whoever has chosen no language needs one that is offered. */
export function languageProblem({ languages, language }: Pick<PlatformSettings, 'languages' | 'language'>): AppError | null {
  return languages.includes(language)
    ? null
    : refused('REQUEST_INVALID', { field: kept.language.key, rule: 'must be one of the languages that are offered' }).error;
}

/** Of a fee that somebody pays the house never gives more than all of it: else people who bring one another trade for the rebates alone. */
function rebateProblem({ rebateFirst, rebateSecond }: PlatformSettings, changes: Partial<PlatformSettings>): AppError | null {
  const { rebateFirst: first, rebateSecond: second } = changes;
  if (first === undefined && second === undefined) return null;
  if (compareDecimals(addDecimals(rebateFirst, rebateSecond), '100') <= 0) return null;
  const { key: field } = second === undefined ? kept.rebateFirst : kept.rebateSecond;
  return refused('REQUEST_INVALID', { field, rule: 'both rebates together are 100 at most' }).error;
}

/** What is wrong with settings that somebody has typed; the name is tidy. */
export function settingsProblem({ firmName, languages }: Partial<PlatformSettings>): AppError | null {
  if (languages !== undefined && languages.length === 0) return refused('FORM_FIELD_EMPTY', { field: kept.languages.key }).error;
  if (firmName === undefined || isFirmName(firmName)) return null;
  const field = kept.firmName.key;
  return firmName === ''
    ? refused('FORM_FIELD_EMPTY', { field }).error
    : refused('FORM_TEXT_TOO_LONG', { field, limit: maxNameLength }).error;
}
