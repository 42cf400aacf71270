import type { ApiId } from '../../../core/contract/trading.ts';
import { type AccountKey, accountKeyOf, formatAccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { InstrumentState } from '../../../core/domain/markets/instrument.ts';
import type {
  AddInstrument,
  ChangeFeeTier,
  ChangeInstrumentFees,
  ChangeInstrumentTerms,
  SetAccountFees,
  SetFeeTier,
  SetInstrumentTerms,
  SetOwnTerms,
} from '../../engine/command.ts';
import type { FeeTier } from '../../engine/money/fees.ts';
import {
  type AccountTier,
  type DirectoryContent,
  directoryVersion,
  finestSteps,
  type GridSteps,
  migratedContent,
  type NamedAccount,
  type NamedAsset,
  type OwnTerms,
  termsOf,
} from './directory-content.ts';

/** Keys of accounts that belong to the house's liquidity agents, not to users. */
const deskPrefix = 'desk:';

export const deskKey = (name: string): string => deskPrefix + name;

const isDesk = (key: string): boolean => key.startsWith(deskPrefix);

/** Key of an account in the journal, which names its type beside it: the api id, with the symbol of an isolated account. */
export const journalKey = ({ apiId, symbol }: AccountKey): string => (symbol === undefined ? String(apiId) : `${apiId}/${symbol}`);

/** Null for a desk of the house. Throws RangeError for what {@link journalKey} never wrote. */
function accountIn({ key, accountType }: NamedAccount): AccountKey | null {
  if (isDesk(key)) return null;
  const [apiId = '', symbol] = key.split('/');
  const account = accountKeyOf(Number(apiId), accountType, symbol);
  if (account === null || !(account.apiId > 0)) throw new RangeError(`${accountType}/${key} is no account of a journal`);
  return account;
}

/**
 * Names behind the engine's dense indices, and the open orders of each account. It follows the commands, so it is as
 * deterministic as the engine and is saved in the same snapshot.
 */
export class EngineDirectory {
  readonly assets: NamedAsset[] = [];
  readonly instruments: AddInstrument[] = [];
  readonly accounts: NamedAccount[] = [];
  /** Whose it is by account index; null for a desk. */
  readonly keys: (AccountKey | null)[] = [];
  /** The fee schedule. */
  readonly feeTiers: FeeTier[] = [];
  /** By instrument index. */
  readonly steps: GridSteps[] = [];
  /** What the exchange's own terms say, and its own schedule, whatever an operator has set instead. */
  readonly ownTerms: OwnTerms[] = [];
  readonly ownTiers: FeeTier[] = [];
  /** By account index. */
  readonly accountTiers: AccountTier[] = [];
  /** State by instrument index. */
  readonly states: InstrumentState[] = [];
  /** By the text of the key; of a desk by its own. */
  readonly #indices = new Map<string, number>();
  readonly #byApiId = new Map<ApiId, AccountKey[]>();
  /** Open order ids by account, then by instrument. */
  readonly #open: (Set<number> | undefined)[][] = [];

  addAccount(account: NamedAccount): void {
    const index = this.accounts.push({ key: account.key, accountType: account.accountType, tradeGroup: account.tradeGroup }) - 1;
    const key = accountIn(account);
    this.keys.push(key);
    this.accountTiers.push({ tier: 0, discountPpm: 0 });
    this.#open.push([]);
    this.#indices.set(key === null ? account.key : formatAccountKey(key), index);
    if (key !== null) this.#byApiId.set(key.apiId, [...this.accountsOf(key.apiId), key]);
  }

  addInstrument(instrument: AddInstrument): void {
    this.instruments.push(instrument);
    this.steps.push(finestSteps);
    this.ownTerms.push(termsOf(instrument));
    this.states.push('TRADING');
  }

  setTerms(terms: SetInstrumentTerms): void {
    const before = this.instruments[terms.instrument] as AddInstrument;
    this.instruments[terms.instrument] = { ...before, ...terms, type: 'ADD_INSTRUMENT' };
    this.steps[terms.instrument] = finestSteps;
    this.ownTerms[terms.instrument] = termsOf(terms);
  }

  setOwnTerms(terms: SetOwnTerms): void {
    this.ownTerms[terms.instrument] = termsOf(terms);
  }

  setFeeTier({ tier, makerSharePpm, takerSharePpm }: SetFeeTier): void {
    this.feeTiers[tier] = { makerSharePpm, takerSharePpm };
    this.ownTiers[tier] = { makerSharePpm, takerSharePpm };
  }

  changeFees({ instrument, makerFeePpm, takerFeePpm }: ChangeInstrumentFees): void {
    this.instruments[instrument] = { ...(this.instruments[instrument] as AddInstrument), makerFeePpm, takerFeePpm };
  }

  changeTerms(command: ChangeInstrumentTerms): void {
    const { instrument, tickStep, lotStep, minLots, maxLots, minNotional, bandPpm, maxResting, maxWaiting } = command;
    const changed = { minLots, maxLots, minNotional, bandPpm, maxResting, maxWaiting };
    this.instruments[instrument] = { ...(this.instruments[instrument] as AddInstrument), ...changed };
    this.steps[instrument] = { tickStep, lotStep };
  }

  changeFeeTier({ tier, makerSharePpm, takerSharePpm }: ChangeFeeTier): void {
    this.feeTiers[tier] = { makerSharePpm, takerSharePpm };
  }

  setAccountFees({ account, tier, discountPpm }: SetAccountFees): void {
    this.accountTiers[account] = { tier, discountPpm };
  }

  orderOpened(account: number, instrument: number, orderId: number): void {
    const orders = this.#open[account] as (Set<number> | undefined)[];
    const known = orders[instrument];
    if (known === undefined) orders[instrument] = new Set([orderId]);
    else known.add(orderId);
  }

  orderEnded(account: number, instrument: number, orderId: number): void {
    this.#open[account]?.[instrument]?.delete(orderId);
  }

  /** Ids of the account's open orders in one instrument, oldest first. */
  openOrders(account: number, instrument: number): Iterable<number> {
    return this.#open[account]?.[instrument] ?? [];
  }

  indexOf(account: AccountKey): number | undefined {
    return this.#indices.get(formatAccountKey(account));
  }

  deskIndex(name: string): number | undefined {
    return this.#indices.get(deskKey(name));
  }

  /** In the order in which they were opened. */
  accountsOf(apiId: ApiId): readonly AccountKey[] {
    return this.#byApiId.get(apiId) ?? [];
  }

  assetIndex(code: string): number {
    return this.assets.findIndex((asset) => asset.code === code);
  }

  toJson(): string {
    const content: DirectoryContent = {
      version: directoryVersion,
      assets: this.assets,
      instruments: this.instruments,
      states: this.states,
      accounts: this.accounts,
      feeTiers: this.feeTiers,
      steps: this.steps,
      ownTerms: this.ownTerms,
      ownTiers: this.ownTiers,
      accountTiers: this.accountTiers,
      open: this.#open.map((instruments) => Array.from(instruments, (orders) => (orders === undefined ? null : [...orders]))),
    };
    return JSON.stringify(content, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  }

  static fromJson(text: string): EngineDirectory {
    const content = migratedContent(
      JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value)),
    );
    const directory = new EngineDirectory();
    directory.assets.push(...content.assets);
    directory.instruments.push(...content.instruments);
    directory.states.push(...content.states);
    directory.feeTiers.push(...content.feeTiers);
    directory.steps.push(...content.steps);
    directory.ownTerms.push(...content.ownTerms);
    directory.ownTiers.push(...content.ownTiers);
    for (const account of content.accounts) directory.addAccount(account);
    directory.accountTiers.splice(0, Infinity, ...content.accountTiers);
    for (const [account, instruments] of content.open.entries()) {
      for (const [instrument, orders] of instruments.entries()) {
        for (const orderId of orders ?? []) directory.orderOpened(account, instrument, orderId);
      }
    }
    return directory;
  }
}
