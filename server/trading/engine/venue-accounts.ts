import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Balance, Transfer } from '../../../core/contract/trading.ts';
import { type AccountKey, formatAccountKey, isSameAccount } from '../../../core/domain/accounts/account-key.ts';
import { permissionFor } from '../../../core/domain/accounts/account-permission.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { AddAccount, Command } from '../../engine/command.ts';
import { systemAccounts } from '../../engine/sink.ts';
import { orderRefusal } from '../checks/order-refusal.ts';
import { formatUnits } from '../scaled-number.ts';
import { deskKey, journalKey } from './engine-directory.ts';
import type { EngineVenueParts } from './engine-venue.ts';
import { sendCommand } from './send-command.ts';

/** Accounts of a venue on the house's engine and the money in them. */
export class VenueAccounts {
  readonly #parts: EngineVenueParts;
  readonly #opening = new Map<string, Promise<void>>();

  constructor(parts: EngineVenueParts) {
    this.#parts = parts;
  }

  /** Resolves once the account is durable. */
  async open(account: AccountKey): Promise<void> {
    const { engine, tradeGroupOf } = this.#parts;
    await this.#opened(formatAccountKey(account), () => engine.directory.indexOf(account), {
      key: journalKey(account),
      accountType: account.accountType,
      tradeGroup: tradeGroupOf(account.apiId),
      desk: false,
    });
  }

  /** The account of a desk that quotes for the house, by its index. */
  openDesk(name: string): Promise<number> {
    const key = deskKey(name);
    const terms = { key, accountType: 'spot', tradeGroup: 0, desk: true } as const;
    return this.#opened(key, () => this.#parts.engine.directory.deskIndex(name), terms);
  }

  deposit(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#move(null, account, asset, amount, reference);
  }

  withdraw(account: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    return this.#move(account, null, asset, amount, reference);
  }

  async transfer({ from, to, asset, amount, reference }: Transfer): Promise<Outcome<void>> {
    if (isSameAccount(from, to)) return refused('REQUEST_INVALID', { field: 'to', rule: 'must be another account than from' });
    return this.#move(from, to, asset, amount, reference);
  }

  /** From the outside world without `from`, to it without `to`; one of them is given. */
  async #move(from: AccountKey | null, to: AccountKey | null, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    const { directory } = this.#parts.engine;
    const apiId = (to ?? from)?.apiId ?? 0;
    const [source, target] = [from, to].map((key) => (key === null ? systemAccounts.external : directory.indexOf(key)));
    if (source === undefined || target === undefined) return refused('ACCESS_ACCOUNT', { apiId });
    return this.#send(apiId, asset, amount, (money) => ({ type: 'TRANSFER', from: source, to: target, ...money, reference }));
  }

  async hold(key: AccountKey, asset: string, amount: string, reference: string): Promise<Outcome<void>> {
    const account = this.#parts.engine.directory.indexOf(key);
    if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId: key.apiId });
    // The engine would refuse it, each time in its journal.
    if (permissionFor[key.accountType] === 'futures')
      return refused('ORDER_NOT_SUPPORTED', { field: 'account_type', value: key.accountType });
    return this.#send(key.apiId, asset, amount, (money) => ({ type: 'HOLD', account, ...money, reference }));
  }

  async release(reference: string): Promise<Outcome<void>> {
    const sent = await sendCommand(this.#parts.options.exchange, this.#parts.host, { type: 'RELEASE_HOLD', reference });
    return sent.ok ? accepted(undefined) : sent;
  }

  holds(): readonly string[] {
    return this.#parts.engine.holds().map(({ reference }) => reference);
  }

  async #send(
    apiId: number,
    asset: string,
    amount: string,
    command: (money: { readonly asset: number; readonly amount: bigint }) => Command,
  ): Promise<Outcome<void>> {
    const { directory } = this.#parts.engine;
    const index = directory.assetIndex(asset);
    const scale = directory.assets[index]?.scale;
    if (scale === undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'asset', value: asset });
    const units = toUnits(amount, scale);
    if (units === null) return refused('ORDER_AMOUNT_OFF_GRID', { field: 'amount', value: amount, scale });
    if (units <= 0n) return refused('REQUEST_INVALID', { field: 'amount', rule: 'positive' });
    const sent = await sendCommand(this.#parts.options.exchange, this.#parts.host, command({ asset: index, amount: units }));
    if (!sent.ok) return sent;
    const result = sent.value;
    if (result.rejected === undefined) return accepted(undefined);
    if (result.rejected.reason === 'INSUFFICIENT_BALANCE') {
      return refused('TRANSFER_INSUFFICIENT', { field: 'amount', limit: formatUnits(BigInt(result.rejected.limit), scale), asset });
    }
    return orderRefusal(result.rejected, { apiId, instrumentId: '', grid: null, side: 'BUY', orderId: '', status: '' });
  }

  balances(account: AccountKey): readonly Balance[] {
    const index = this.#parts.engine.directory.indexOf(account);
    return index === undefined ? [] : this.#parts.state.balances(index);
  }

  available(key: AccountKey, asset: string): string {
    const { engine } = this.#parts;
    const account = engine.directory.indexOf(key);
    const index = engine.directory.assetIndex(asset);
    const scale = engine.directory.assets[index]?.scale;
    if (account === undefined || scale === undefined) return '0';
    const { total, held } = engine.balance(account, index);
    return formatUnits(total - held, scale);
  }

  /** Index of the account, durable. */
  async #opened(name: string, find: () => number | undefined, terms: Omit<AddAccount, 'type' | 'account'>): Promise<number> {
    if (find() === undefined) {
      this.#opening.set(
        name,
        this.#addAccount(terms).finally(() => this.#opening.delete(name)),
      );
    }
    await this.#opening.get(name);
    return find() as number;
  }

  async #addAccount(terms: Omit<AddAccount, 'type' | 'account'>): Promise<void> {
    const { host, engine, options } = this.#parts;
    const account = engine.directory.accounts.length;
    const result = await host.submit({ type: 'ADD_ACCOUNT', account, ...terms });
    if (result.rejected !== undefined) throw new Error(`${options.exchange} takes no account ${terms.key}: ${result.rejected.reason}`);
  }
}
