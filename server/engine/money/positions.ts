import type { Amount } from '../../../core/domain/clearing/amount.ts';
import { systemAccounts } from '../sink.ts';

/** One account's net position in one market. */
interface AccountPosition {
  /** A short is negative. */
  lots: number;
  /** Quantity × entry price of what is open, in minor units of quote; never negative. */
  cost: Amount;
  /** What its margin is a part of: 20 needs a twentieth of the notional. */
  leverage: number;
}

const least = 1;
/** The venue's own accounts are below zero. */
const firstAccount = Math.min(...Object.values(systemAccounts));

/** The positions of one market, by account. Empty where the kind has none. */
export class Positions {
  /** Mark price in ticks, 0 before the first. */
  mark = 0;
  /** The moment through which funding is paid, in ms: at first that of the listing. */
  fundedMs = 0;
  private readonly byAccount: (AccountPosition | undefined)[] = [];

  /** The account's, one of the venue's own too, made flat when it never had one here. */
  of(account: number): AccountPosition {
    const at = account - firstAccount;
    const known = this.byAccount[at];
    if (known !== undefined) return known;
    while (this.byAccount.length <= at) this.byAccount.push(undefined);
    const position = { lots: 0, cost: 0, leverage: least };
    this.byAccount[at] = position;
    return position;
  }

  /** Those that say anything, by ascending account. */
  entries(): readonly (readonly [account: number, position: AccountPosition])[] {
    return this.byAccount.flatMap((position, at) =>
      position !== undefined && (position.lots !== 0 || position.leverage !== least) ? [[at + firstAccount, position] as const] : [],
    );
  }
}
