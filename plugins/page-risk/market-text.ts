import type { Markets } from '../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';

/** `BTCUSDT · Aurora`, as a person calls a market; its id where that is none. */
export function marketText(id: string, markets: Pick<Markets, 'exchangeTitle'>): string {
  const key = parseInstrumentId(id);
  if (key === null) return id;
  const { symbol, exchange } = key;
  return `${symbol} · ${markets.exchangeTitle(exchange)}`;
}
