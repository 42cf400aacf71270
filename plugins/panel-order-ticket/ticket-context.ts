import { balanceOf } from '../../core/contract/balance-of.ts';
import type { ApiAccount } from '../../core/contract/client-services.ts';
import type { Level } from '../../core/contract/market.ts';
import { accountTrading } from '../../core/domain/accounts/account-key.ts';
import type { MarginStanding } from '../../core/domain/clearing/order-needs.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { FeeRate, FeeRates } from './fee-rates.ts';
import type { Services } from './requires.ts';

/** The book's two sides, best first. */
export interface TicketBook {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Position, open orders, leverage and mark of an account in a contract, in ticks, lots and minor units of its margin. */
interface TicketStanding extends MarginStanding {
  /** Decimals of those minor units. */
  readonly scale: number;
}

/** What the ticket knows of the world. Amounts are null while unknown. */
export interface TicketContext {
  readonly instrument: Instrument;
  readonly availableBase: string | null;
  readonly availableQuote: string | null;
  readonly last: string | null;
  /** Index of the pair while it is one of now; absent or null: nobody knows one. */
  readonly index?: string | null;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  /** What the account pays; absent: the market's own fees. */
  readonly fees?: FeeRate;
  /** The live book; null while nobody follows it. */
  readonly book: TicketBook | null;
  /** What the account has in a contract; absent: it is none, or nobody knows it. */
  readonly standing?: TicketStanding;
}

/** Where a ticket looks; without rates accounts pay the fees of the markets. */
export type TicketSources = Pick<Services, 'accounts' | 'markets'> & { readonly rates?: FeeRates };

/** A market and what an account has for it, as they are now; observable. */
export function contextOf(
  { accounts, markets, rates }: TicketSources,
  instrument: Instrument,
  account: ApiAccount | null,
  book: TicketBook | null,
): TicketContext {
  const available = (asset: string): string | null => {
    if (account === null || accounts.loading) return null;
    return balanceOf(accounts.balances, accountTrading(account.apiId, instrument), asset)?.available ?? '0';
  };
  const fees = account === null ? null : (rates?.of(account.apiId, instrument.id) ?? null);
  const ticker = markets.ticker(instrument.id);
  const index = markets.index(instrument.id);
  return {
    instrument,
    availableBase: available(instrument.base),
    availableQuote: available(instrument.quote),
    last: ticker?.last ?? null,
    index: index === null || index.stale ? null : index.price,
    bestBid: ticker?.bid ?? null,
    bestAsk: ticker?.ask ?? null,
    book,
    ...(fees === null ? {} : { fees }),
  };
}
