import { makeAutoObservable, observableRef } from 'mobx';
import type { AccessDecision } from '../../core/contract/access.ts';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import { balanceOf } from '../../core/contract/balance-of.ts';
import type { ApiAccount, Exchange } from '../../core/contract/client-services.ts';
import type { Transfer } from '../../core/contract/trading.ts';
import { linkedAccounts } from '../../core/contract/transfer-targets.ts';
import { type AccountKey, formatAccountKey, isSameAccount } from '../../core/domain/accounts/account-key.ts';
import { compareDecimals, decimalPattern } from '../../core/domain/numbers/decimal.ts';
import { normalDecimal } from '../../core/ui/index.ts';
import { assetsIn, pursesOf } from './purses.ts';
import type { Services } from './requires.ts';

interface TransferParts {
  readonly services: Pick<Services, 'accounts' | 'api' | 'markets'>;
  readonly newId: () => string;
}

/** Why a transfer stays here. */
type TransferProblem = 'empty' | 'tooMuch';

/** One move of money as it is put together and sent. What has no answer keeps its reference, so that asking again moves nothing twice. */
export class TransferStore {
  amount = '';
  sending = false;
  /** Sent, and nobody has said what became of it. */
  unsure: Transfer | null = null;
  error: AppError | null = null;
  private chosen: { readonly apiId?: number; readonly from?: string; readonly to?: string; readonly asset?: string } = {};
  private readonly parts: TransferParts;

  constructor(parts: TransferParts) {
    this.parts = parts;
    makeAutoObservable<this, 'chosen' | 'parts'>(
      this,
      { unsure: observableRef, error: observableRef, chosen: observableRef, parts: false },
      { autoBind: true },
    );
  }

  /** Accounts that the user may move money in, or could at another level. */
  get owners(): readonly ApiAccount[] {
    const { accounts } = this.parts.services;
    return accounts.apiAccounts.filter(({ apiId }) => accounts.may('move', apiId).outcome !== 'absent');
  }

  get account(): ApiAccount | null {
    const { apiId } = this.chosen;
    return this.owners.find((one) => one.apiId === apiId) ?? this.owners.find((one) => this.offers(one)) ?? this.owners[0] ?? null;
  }

  /** Why an account cannot be chosen while another one can: its exchange moves nothing, or it has nowhere to go; null: it can. */
  barred(account: ApiAccount): 'exchange' | 'alone' | null {
    if (!this.offeredAnywhere || this.offers(account)) return null;
    return this.exchangeOf(account)?.transfers === true ? 'alone' : 'exchange';
  }

  get access(): AccessDecision {
    return this.account === null ? { outcome: 'absent' } : this.parts.services.accounts.may('move', this.account.apiId);
  }

  /** Whether there is anywhere at the account's exchange for its money to go. */
  get offered(): boolean {
    return this.account !== null && this.offers(this.account);
  }

  /** Whether it is so of any account. */
  get offeredAnywhere(): boolean {
    return this.owners.some((one) => this.offers(one));
  }

  /** Of the account that was chosen. */
  get purses(): readonly AccountKey[] {
    return this.account === null ? [] : this.pursesIn(this.account);
  }

  /** Where money can go from there: to the account's own, then to those of its owner's other accounts at the exchange. */
  get targets(): readonly AccountKey[] {
    return this.account === null ? [] : this.targetsOf(this.account);
  }

  get from(): AccountKey | null {
    return this.purses.find((key) => formatAccountKey(key) === this.chosen.from) ?? this.purses[0] ?? null;
  }

  get to(): AccountKey | null {
    const { from } = this;
    const others = this.targets.filter((key) => from === null || !isSameAccount(key, from));
    return others.find((key) => formatAccountKey(key) === this.chosen.to) ?? others[0] ?? null;
  }

  get assets(): readonly string[] {
    return assetsIn(this.from, this.parts.services.accounts.balances);
  }

  get asset(): string | null {
    const { asset } = this.chosen;
    return this.assets.find((one) => one === asset) ?? this.assets[0] ?? null;
  }

  /** What is free to be moved, in units of the asset. */
  get available(): string {
    if (this.from === null || this.asset === null) return '0';
    return balanceOf(this.parts.services.accounts.balances, this.from, this.asset)?.available ?? '0';
  }

  get problem(): TransferProblem | null {
    const amount = normalDecimal(this.amount);
    if (!decimalPattern.test(amount) || compareDecimals(amount, '0') <= 0) return 'empty';
    return compareDecimals(amount, this.available) > 0 ? 'tooMuch' : null;
  }

  chooseAccount(apiId: number): void {
    this.chosen = { apiId };
    this.type('');
  }

  /** The side that was there goes to the other one, when both would be the same. */
  chooseFrom(from: string): void {
    const swaps = this.to !== null && formatAccountKey(this.to) === from;
    this.chosen = { ...this.chosen, from, ...(swaps && this.from !== null ? { to: formatAccountKey(this.from) } : {}) };
    this.type('');
  }

  chooseTo(to: string): void {
    if (this.from !== null && formatAccountKey(this.from) === to) this.swap();
    else this.chosen = { ...this.chosen, ...(this.from === null ? {} : { from: formatAccountKey(this.from) }), to };
  }

  swap(): void {
    const { from, to } = this;
    if (from === null || to === null) return;
    this.chosen = { ...this.chosen, apiId: to.apiId, from: formatAccountKey(to), to: formatAccountKey(from) };
    this.type('');
  }

  chooseAsset(asset: string): void {
    this.chosen = { ...this.chosen, asset };
    this.type('');
  }

  type(amount: string): void {
    this.amount = amount;
    this.error = null;
  }

  takeAll(): void {
    this.type(this.available);
  }

  /** Sends what stands in the form. Null when nothing was sent. */
  async send(): Promise<Transfer | null> {
    const { from, to, asset } = this;
    if (from === null || to === null || asset === null || this.problem !== null || this.sending || this.unsure !== null) return null;
    return this.ask({ from, to, asset, amount: normalDecimal(this.amount), reference: this.parts.newId() });
  }

  /** Asks again for what had no answer, under the same reference. */
  async askAgain(): Promise<Transfer | null> {
    return this.unsure === null || this.sending ? null : this.ask(this.unsure);
  }

  /** Leaves what had no answer to the history. */
  setAside(): void {
    this.unsure = null;
    this.type('');
  }

  private async ask(move: Transfer): Promise<Transfer | null> {
    this.sending = true;
    this.error = null;
    const outcome = await this.parts.services.api.call('transfer', { body: move });
    this.answered(move, outcome);
    return outcome.ok ? move : null;
  }

  private answered(move: Transfer, outcome: Outcome<unknown>): void {
    this.sending = false;
    this.unsure = !outcome.ok && outcome.error.isOutcomeOpen ? move : null;
    if (outcome.ok) this.amount = '';
    else if (this.unsure === null) this.error = outcome.error;
  }

  private offers(account: ApiAccount): boolean {
    return this.targetsOf(account).length > 1;
  }

  private pursesIn(account: ApiAccount): readonly AccountKey[] {
    const types = this.exchangeOf(account)?.accountTypes ?? [];
    return pursesOf(account.apiId, types, this.parts.services.accounts.balances);
  }

  private targetsOf(account: ApiAccount): readonly AccountKey[] {
    const exchange = this.exchangeOf(account);
    if (exchange?.transfers !== true) return [];
    const linked = linkedAccounts(account, { accounts: this.owners, exchange, mayMove: (apiId) => this.mayMove(apiId) });
    return [account, ...linked].flatMap((one) => this.pursesIn(one));
  }

  private mayMove(apiId: number): boolean {
    return this.parts.services.accounts.may('move', apiId).outcome === 'granted';
  }

  private exchangeOf({ exchange }: ApiAccount): Exchange | null {
    return this.parts.services.markets.exchange(exchange);
  }
}
