import type { TickerView } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/instrument.ts';

/** Instruments of an exchange ('' for all) whose symbol, assets or exchange contain every word of the search. */
export function matchingMarkets(instruments: readonly Instrument[], exchange: string, search: string): readonly Instrument[] {
  const words = search
    .toUpperCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  return instruments.filter(
    (one) =>
      (exchange === '' || one.exchange === exchange) &&
      words.every((word) => one.symbol.includes(word) || one.base.includes(word) || one.exchange.toUpperCase().includes(word)),
  );
}

/** 24 h change as a fraction, for sorting only; markets without a price come last. */
export function changeOf(ticker: TickerView | null): number {
  const open = Number(ticker?.open_24h ?? 0);
  return ticker?.last == null || open === 0 ? Number.NEGATIVE_INFINITY : Number(ticker.last) / open - 1;
}

export const volumeOf = (ticker: TickerView | null): number => Number(ticker?.quote_volume_24h ?? 0);
export const lastOf = (ticker: TickerView | null): number => Number(ticker?.last ?? 0);
