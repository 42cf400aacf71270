import type { Role } from './accounts/role.ts';
import { isLanguage, type Language, languages } from './language.ts';
import { isName } from './name.ts';

/** What a firm says of itself at the set-up, and may say otherwise later. */
export interface PlatformSettings {
  /** As it stands in titles and in the head of public pages. */
  readonly firmName: string;
  /** In which pages and letters are offered; at least one, in the product's order. */
  readonly languages: readonly Language[];
  /** Of whoever has chosen none, or one that is not offered. */
  readonly language: Language;
  /** Whether somebody may make an account by himself. */
  readonly registration: RegistrationDoor;
  /** In what the worth of holdings is told to whoever has chosen nothing. */
  readonly currency: HouseCurrency;
  /** Whether exchanges that only simulate a market are open beside those of money. */
  readonly sandbox: boolean;
  /** Venue contributions (`plugin/contribution`) of installed plugins that are not to be open; simulations go by `sandbox`. */
  readonly closedVenues: readonly string[];
  /** What inviters get of the fees of those who came by their code, and of those whom these have brought, in per cent. */
  readonly rebateFirst: string;
  readonly rebateSecond: string;
  /** Of whom a second factor is wanted before he moves money or keys. */
  readonly secondFactor: FactorDuty;
}

/** What somebody reads who has chosen this language, or none: a language that is not offered is as if it had not been chosen. */
export const readIn = ({ languages: offered, language }: Pick<PlatformSettings, 'languages' | 'language'>, chosen: unknown): Language =>
  isLanguage(chosen) && offered.includes(chosen) ? chosen : language;

/** A plugin and what it contributes, as in `venue-house/tessera`. */
export const venueKeyPattern = '^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$';

export const houseCurrencies = ['USDT', 'USDC', 'BTC', 'ETH', 'BNB'] as const;
export type HouseCurrency = (typeof houseCurrencies)[number];
export const isHouseCurrency = (value: unknown): value is HouseCurrency => houseCurrencies.some((one) => one === value);

/** `open`: everybody; `invite`: who has an invitation code; `closed`: nobody. */
export const registrationDoors = ['open', 'invite', 'closed'] as const;
export type RegistrationDoor = (typeof registrationDoors)[number];
export const isRegistrationDoor = (value: unknown): value is RegistrationDoor => registrationDoors.some((one) => one === value);

/** `staff`: everybody but traders. */
export const factorDuties = ['nobody', 'staff', 'everybody'] as const;
export type FactorDuty = (typeof factorDuties)[number];
export const isFactorDuty = (value: unknown): value is FactorDuty => factorDuties.some((one) => one === value);
export const owesFactor = (duty: FactorDuty, role: Role | null): boolean => duty === 'everybody' || (duty === 'staff' && role !== 'user');

/** 0 to 100, with two decimals at most. */
export const isRebateRate = (value: unknown): value is string =>
  typeof value === 'string' && /^(100|[1-9]?[0-9](\.[0-9]{1,2})?)$/.test(value);

/** Where nothing was said. */
export const platformDefaults: PlatformSettings = {
  ...{
    firmName: 'Tessera',
    languages,
    language: 'en',
    registration: 'invite',
    currency: 'USDT',
    sandbox: false,
    closedVenues: [],
    secondFactor: 'nobody',
    rebateFirst: '0',
    rebateSecond: '0',
  },
};

/** In one line, without white space at its ends. */
export const tidyFirmName = (typed: string): string => typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
export const isFirmName = isName;
