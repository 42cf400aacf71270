import { clockSlackMs, type FilledOrder, watchFills } from '../../core/client/accounts/fill-news.ts';
import type { Told } from '../../core/contract/notices.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import type { ClientServices } from './client-services.ts';

/** How long before the page was opened what happened is still among its messages. */
export const lookBackMs = 86_400_000;

/**
 * A message and a sound for own fills since the page was opened, one message per order that grows with its fills. What was filled
 * while nobody was there stands in the list of messages. `openedMs` by the server's clock, as times of fills are.
 */
export function announceFills({ accounts, markets, notices, sounds }: ClientServices, openedMs: () => number): Disposer {
  // Without the markets a message would name neither asset nor market: until they are here, fills wait.
  const known = {
    get fills() {
      return markets.loading ? [] : accounts.fills;
    },
  };
  return watchFills(
    known,
    () => openedMs() - lookBackMs,
    (order: FilledOrder) => {
      const instrument = markets.instrument(order.id);
      const params = {
        qty: formatDecimal(order.qty),
        // What was bought is the asset; the market it was bought in stands below.
        asset: instrument?.base ?? '',
        price: formatDecimal(order.price, instrument === null ? undefined : decimalsOf(instrument.tick)),
        count: order.fills,
      };
      const market = instrument === null ? [order.id] : [instrument.symbol, markets.exchangeTitle(instrument.exchange)];
      const isPast = order.timeMs < openedMs() - clockSlackMs;
      const parts: readonly Told[] = order.fills > 1 ? [...market, { namespace: 'app', key: 'fill.parts', params }] : market;
      notices.show(
        'success',
        { namespace: 'app', key: order.side === 'BUY' ? 'fill.bought' : 'fill.sold', params },
        {
          of: 'deal',
          order: order.order,
          detail: parts,
          ...(isPast ? { pastMs: order.timeMs } : {}),
        },
      );
      if (!isPast) sounds.play('fill');
    },
  );
}
