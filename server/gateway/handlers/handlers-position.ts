import { accepted } from '../../../core/contract/app-error.ts';
import type { Trading } from '../../../core/contract/trading.ts';
import { csvTable } from '../../../core/domain/csv.ts';
import type { positionRoutes } from '../../../schemas/wire/position.ts';
import type { CloseRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { MarketSource } from '../ports.ts';
import { closeColumns } from '../views/csv-columns.ts';
import { type AccountReading, accountIds, allPages, exportFilter, historyFilter, pageView } from '../views/history-reader.ts';
import { closeView, positionViews } from '../views/position-views.ts';
import type { HandlersOf } from './handlers.ts';

interface PositionHandlerParts extends AccountReading {
  readonly trading: Pick<Trading, 'balances'>;
  readonly markets: Pick<MarketSource, 'instrument' | 'instruments' | 'referencePrice'>;
  readonly store: Pick<Store, 'fills' | 'positions'>;
}

export function createPositionHandlers({
  trading,
  accounts,
  looks,
  markets,
  store,
}: PositionHandlerParts): HandlersOf<typeof positionRoutes> {
  const reading = { accounts, looks };
  const view = (close: CloseRecord) => closeView(close, markets);
  return {
    positions: async (request) => {
      const ids = await accountIds(reading, request, request.query.api_ids, 'see');
      if (!ids.ok) return ids;
      await accounts.stored(ids.value);
      return accepted(positionViews(await store.positions.of(ids.value), trading.balances(ids.value), markets));
    },
    closes: async (request) => {
      const { symbol } = request.query;
      const filter = await historyFilter(reading, request, request.query);
      return filter.ok ? accepted(pageView(await store.fills.closes({ ...filter.value, symbol }), view)) : filter;
    },
    closesExport: async (request) => {
      const { symbol } = request.query;
      const filter = await exportFilter(reading, request, request.query, 'closes');
      if (!filter.ok) return filter;
      const pages = allPages(filter.value, async (page) => {
        const { items, next } = await store.fills.closes({ ...page, symbol });
        return { items: items.map(view), next };
      });
      return accepted(csvTable(closeColumns, pages));
    },
  };
}
