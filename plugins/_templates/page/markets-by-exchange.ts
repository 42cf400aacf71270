import type { Instrument } from '../../../core/domain/markets/instrument.ts';

export interface ExchangeCount {
  readonly exchange: string;
  readonly markets: number;
}

/** Markets of each exchange, most first; exchanges with the same number in order of name. */
export function marketsByExchange(instruments: readonly Instrument[]): readonly ExchangeCount[] {
  const counts = new Map<string, number>();
  for (const { exchange } of instruments) counts.set(exchange, (counts.get(exchange) ?? 0) + 1);
  return [...counts]
    .map(([exchange, markets]) => ({ exchange, markets }))
    .sort((a, b) => b.markets - a.markets || a.exchange.localeCompare(b.exchange));
}
