import type { Principal } from '../../../core/contract/access.ts';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { PreviewContext, PreviewFees } from '../../../core/contract/strategy-preview.ts';
import type { ApiId, Trading } from '../../../core/contract/trading.ts';
import type { Venue } from '../../../core/contract/venue.ts';
import { accountOfMarket } from '../../../core/domain/accounts/account-key.ts';
import { marketsOfParams, type ParamsMarket } from '../../../core/domain/accounts/markets-of-params.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import type { ApiAccountRecord } from '../../store/records.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import { listedMarkets } from './market/listed-markets.ts';
import { accountsIn } from './strategy-catalogue.ts';

export interface AccountFeeParts {
  readonly venue: (exchange: string) => Venue | null;
  readonly account: (apiId: ApiId) => Pick<ApiAccountRecord, 'exchange'> | null;
  /** Null when the caller may send orders from the account. */
  readonly mayTrade: (principal: Principal, apiId: ApiId) => AppError | null;
}

export interface PreviewWorldParts extends AccountFeeParts {
  readonly markets: Pick<StrategyMarkets, 'depth' | 'ticker' | 'instrument'>;
  readonly trading: Pick<Trading, 'balances'>;
}

/** As deep as strategies look into books. */
const bookLevels = 20;

/** The markets that params name, and those of their accounts that the caller may trade with, as they are now. */
export function previewWorld<P>(parts: PreviewWorldParts, principal: Principal, params: P): PreviewContext<P> {
  const { markets, trading } = parts;
  const ids = instrumentsIn(params);
  const instruments = listedMarkets(ids, markets);
  const found = <T>(read: (id: string) => T | null): Record<string, T> =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const value = read(id);
        return value === null ? [] : [[id, value] as const];
      }),
    );
  return {
    params,
    instruments,
    books: found((id) => markets.depth(id, bookLevels)),
    lastPrices: found((id) => markets.ticker(id)?.last ?? null),
    fees: feesIn(parts, principal, params, instruments),
    balances: trading.balances(accountsIn(params).filter((apiId) => parts.mayTrade(principal, apiId) === null)),
  };
}

type Markets = Readonly<Record<InstrumentId, Instrument>>;

/** What trading in the markets costs the accounts that stand beside them in the params, of those that the caller may trade with. */
function feesIn(
  parts: AccountFeeParts,
  principal: Principal,
  params: unknown,
  markets: Markets,
): Readonly<Record<InstrumentId, PreviewFees>> {
  const mayUse = (apiId: ApiId): boolean => parts.mayTrade(principal, apiId) === null;
  const traded = new Map(marketsOfParams(params).map((one) => [one.instrumentId, one]));
  return Object.fromEntries(Object.entries(markets).map(([id, market]) => [id, ownFees(parts, traded.get(id), mayUse) ?? feesOf(market)]));
}

/** The same markets with what their accounts pay in place of what is charged to everybody. */
export function marketsWithFees(parts: AccountFeeParts, principal: Principal, params: unknown, markets: Markets): Markets {
  const fees = feesIn(parts, principal, params, markets);
  return Object.fromEntries(
    Object.entries(markets).map(([id, market]) => {
      const { makerFee, takerFee } = fees[id] ?? market;
      return [id, { ...market, makerFee, takerFee }];
    }),
  );
}

const feesOf = ({ makerFee, takerFee }: Instrument): PreviewFees => ({ makerFee, takerFee, isOwn: false });

/** Null where no account that the caller may use stands beside the market, and where its exchange charges all alike. */
function ownFees(
  { account, venue }: AccountFeeParts,
  traded: ParamsMarket | undefined,
  mayUse: (apiId: ApiId) => boolean,
): PreviewFees | null {
  const { apiId = null, instrumentId = '' } = traded ?? {};
  if (apiId === null || !mayUse(apiId)) return null;
  const exchange = instrumentId.slice(0, instrumentId.indexOf('/'));
  if (account(apiId)?.exchange !== exchange) return null;
  const fees = venue(exchange)?.fees?.(accountOfMarket(apiId, instrumentId), instrumentId) ?? null;
  return fees === null ? null : { makerFee: fees.makerFee, takerFee: fees.takerFee, isOwn: true };
}
