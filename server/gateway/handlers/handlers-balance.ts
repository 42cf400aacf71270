import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { HouseRisk } from '../../../core/contract/risk.ts';
import type { Trading } from '../../../core/contract/trading.ts';
import { permissionFor } from '../../../core/domain/accounts/account-permission.ts';
import { type balanceRoutes, currencyPattern } from '../../../schemas/wire/balance.ts';
import { type BalanceView, orderRoutes } from '../../../schemas/wire/order.ts';
import type { Route } from '../../../schemas/wire/route.ts';
import { transferRoutes } from '../../../schemas/wire/transfer.ts';
import type { IndexBoard } from '../../market/reference/index-board.ts';
import { pricesOf } from '../../money/movement-value.ts';
import type { Store } from '../../store/store.ts';
import { keyRefusal } from '../guards/caller-guard.ts';
import { defaultJsonDepth, parseJsonText } from '../guards/json-body.ts';
import type { VenueDirectory } from '../ports.ts';
import { accountsView, allowedView, currencyView, heldRows, pageOfRows } from '../views/balance-views.ts';
import { type AccountReading, accountIds } from '../views/history-reader.ts';
import type { HandlersOf, SessionCaller } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface BalanceHandlerParts extends AccountReading {
  readonly trading: Pick<Trading, 'balances'>;
  readonly indexes: Pick<IndexBoard, 'list'>;
  readonly venues: Pick<VenueDirectory, 'list'>;
  readonly risk: Pick<HouseRisk, 'switches'>;
  readonly store: Pick<Store, 'userConfig'>;
  /** Of whoever has chosen none. */
  readonly houseCurrency: () => string;
}

const usualPage = 100;

/** Balances of accounts that the caller may see: read once, told as each call wants them. */
export function createBalanceHandlers(parts: BalanceHandlerParts): HandlersOf<typeof balanceRoutes> {
  const { trading, indexes, venues, risk, accounts, looks, store, houseCurrency } = parts;

  async function read(caller: SessionCaller, apiIds: string | undefined): Promise<Outcome<readonly BalanceView[]>> {
    const ids = await accountIds({ accounts, looks }, caller, apiIds, 'see');
    return ids.ok ? accepted(heldRows(trading.balances(ids.value))) : ids;
  }

  async function currencyOf(caller: SessionCaller): Promise<string> {
    const parsed = parseJsonText((await store.userConfig.get(sessionOf(caller).principal.userId)) ?? '{}', defaultJsonDepth);
    const { preferences } = (parsed.ok ? parsed.value : {}) as { readonly preferences?: { readonly currency?: unknown } | null };
    const chosen = preferences?.currency;
    return typeof chosen === 'string' && currencyPattern.test(chosen) ? chosen : houseCurrency();
  }

  const valued = async (caller: SessionCaller, rows: readonly BalanceView[], currency: string | undefined) =>
    currencyView(rows, currency ?? (await currencyOf(caller)), pricesOf(indexes));

  return {
    balanceCurrency: async (request) => {
      const rows = await read(request, request.query.api_ids);
      return rows.ok ? accepted(await valued(request, rows.value, request.query.currency)) : rows;
    },
    balanceUnique: async (request) => {
      const rows = await read(request, request.query.api_ids);
      return rows.ok ? accepted([...accountsView(rows.value)]) : rows;
    },
    balanceAllow: async (request) => {
      const rows = await read(request, request.query.api_ids);
      if (!rows.ok) return rows;
      const { principal, key } = sessionOf(request);
      const thrown = new Set((await risk.switches()).map(({ scope }) => scope));
      const permissions = new Map(accounts.of(principal, 'see').map((one) => [one.apiId, one.permissions]));
      // As the calls that do it say of keys.
      const isForKey = ({ key: needed }: Route) => key === undefined || keyRefusal(needed, key.permission) === null;
      const permitted = { trade: isForKey(orderRoutes.doOrder), move: isForKey(transferRoutes.transfer) };
      const moving = new Set(venues.list().flatMap(({ venue: { exchange, capabilities } }) => (capabilities.transfer ? [exchange] : [])));
      return accepted([
        ...allowedView(rows.value, (act, { api_id, account_type, exchange }) => {
          if (!permitted[act] || (act === 'move' && !moving.has(exchange))) return false;
          if (thrown.has(`account/${api_id}`) || accounts.may(principal, api_id, act) !== null) return false;
          return act === 'move' || (!thrown.has('everyone') && permissions.get(api_id)?.includes(permissionFor[account_type]) === true);
        }),
      ]);
    },
    balanceDataList: async (request) => {
      const { api_ids, exchange, asset, cursor, limit = usualPage } = request.query;
      const rows = await read(request, api_ids);
      if (!rows.ok) return rows;
      const wanted = rows.value.filter(
        (row) => (exchange === undefined || row.exchange === exchange) && (asset === undefined || row.asset === asset),
      );
      const page = pageOfRows(wanted, { cursor, limit });
      return page === null ? refused('REQUEST_INVALID', { field: 'cursor', rule: "must be the last page's next" }) : accepted(page);
    },
    balanceAll: async (request) => {
      const rows = await read(request, request.query.api_ids);
      if (!rows.ok) return rows;
      const worth = await valued(request, rows.value, request.query.currency);
      return accepted({ ...worth, accounts: [...accountsView(rows.value)], balances: [...rows.value] });
    },
  };
}
