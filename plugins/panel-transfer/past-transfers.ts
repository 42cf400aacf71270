import type { LedgerLine } from '../../core/contract/client-services.ts';
import type { AccountType } from '../../core/domain/markets/instrument.ts';

export interface Purse {
  readonly apiId: number;
  readonly accountType: AccountType;
  readonly symbol?: string | undefined;
}

/** Money that went from one account to another one at its exchange. */
export interface PastTransfer {
  readonly key: string;
  readonly timeMs: number;
  readonly exchange: string;
  readonly from: Purse;
  readonly to: Purse;
  readonly asset: string;
  readonly amount: string;
}

/**
 * Transfers out of the ledger's lines, which come one for each side, perhaps on two pages. Deposits have one line alone and are none.
 * Gives those that a page completes.
 */
export class TransferPairs {
  readonly #halves = new Map<string, LedgerLine>();

  take(lines: readonly LedgerLine[]): readonly PastTransfer[] {
    return lines.flatMap((line) => {
      const key = `${line.exchange} ${line.entryId}`;
      const half = this.#halves.get(key);
      if (half === undefined) {
        this.#halves.set(key, line);
        return [];
      }
      this.#halves.delete(key);
      const [from, to] = line.amount.startsWith('-') ? [line, half] : [half, line];
      const { timeMs, exchange, asset, amount } = to;
      return [{ key, timeMs, exchange, from, to, asset, amount }];
    });
  }
}
