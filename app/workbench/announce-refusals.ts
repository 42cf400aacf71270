import { when } from 'mobx';
import { AppError } from '../../core/contract/app-error.ts';
import type { OrderRefusal } from '../../core/contract/client-services.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import type { Told } from '../../core/contract/notices.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { lookBackMs } from './announce-fills.ts';
import type { ClientServices } from './client-services.ts';

/**
 * What was refused before the page was opened, orders and amendments, stands in the list of messages with its reason; what is refused from then on
 * is told by whoever asked. Of one market, account and reason there is one message, with their number. `openedMs` by the server's clock.
 */
export function announceRefusals({ accounts, api, markets, notices }: ClientServices, openedMs: () => number): Disposer {
  let isClosed = false;
  const tell = (refusals: readonly OrderRefusal[]): void => {
    const [newest] = refusals;
    if (newest === undefined) return;
    const { order, amends, refusal, timeMs } = newest;
    const instrument = markets.instrument(order.instrumentId);
    const count = refusals.reduce((sum, one) => sum + 1 + one.refusal.repeats, 0);
    const parts: readonly Told[] = [
      { namespace: 'app', key: `refused.${amends ? 'change' : 'order'}.${order.side}` },
      ...(instrument === null ? [order.instrumentId] : [instrument.symbol, markets.exchangeTitle(instrument.exchange)]),
      ...(count > 1 ? [{ namespace: 'app', key: 'refused.times', params: { count } }] : []),
    ];
    notices.show('error', new AppError(refusal.code as ErrorCode, refusal.params), {
      detail: parts,
      pastMs: timeMs,
    });
  };
  const readPast = async (): Promise<void> => {
    const reply = await api.call('orderRefusals', { query: { from: openedMs() - lookBackMs } });
    if (!reply.ok || isClosed) return;
    const alike = new Map<string, OrderRefusal[]>();
    for (const one of reply.value) alike.set(reasonOf(one), [...(alike.get(reasonOf(one)) ?? []), one]);
    for (const refusals of alike.values()) tell(refusals);
  };
  // Whose they may be is known with the accounts, and how they are called with the markets.
  const stop = when(
    () => !accounts.loading && !markets.loading,
    () => void readPast(),
  );
  return () => {
    isClosed = true;
    stop();
  };
}

const reasonOf = ({ order, amends, refusal }: OrderRefusal): string =>
  [order.apiId, order.instrumentId, order.side, amends, refusal.code].join(' ');
