import type { ApiAccount, Order } from '../../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';

/** How far "cancel all" reaches: the market of the panel, its exchange, one account, or everything that is worked with. */
export interface CancelScope {
  readonly id: string;
  readonly kind: 'market' | 'exchange' | 'account' | 'everything';
  /** What fills the scope's text: exchange id or account name. */
  readonly name: string;
  readonly accounts: readonly ApiAccount[];
  /** Of one market only. */
  readonly marketId: string | null;
  /** Open orders that are known here; the server cancels those that it knows. */
  readonly count: number;
}

/** The scopes that make sense now, the narrowest first; each has open orders. */
export function cancelScopes(
  openOrders: readonly Order[],
  accounts: readonly ApiAccount[],
  instrumentId: string | null,
): readonly CancelScope[] {
  const market = instrumentId === null ? null : parseInstrumentId(instrumentId);
  const there = accounts.filter(({ exchange }) => exchange === market?.exchange);
  const countOf = (owners: readonly ApiAccount[], id: string | null): number =>
    openOrders.filter((order) => owners.some(({ apiId }) => apiId === order.apiId) && (id === null || order.instrumentId === id)).length;
  const scope = (kind: CancelScope['kind'], owners: readonly ApiAccount[], name = '', id: string | null = null): CancelScope => ({
    id: `${kind} ${kind === 'account' ? owners[0]?.apiId : name}`,
    kind,
    name,
    accounts: owners,
    marketId: id,
    count: countOf(owners, id),
  });
  return [
    ...(market === null ? [] : [scope('market', there, market.symbol, instrumentId), scope('exchange', there, market.exchange)]),
    ...(accounts.length > 1 ? accounts.map((account) => scope('account', [account], account.name)) : []),
    scope('everything', accounts),
  ].filter(({ count }) => count > 0);
}
