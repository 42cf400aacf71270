import type { Instance } from '../../core/contract/strategies.ts';
import { type Instrument, type InstrumentId, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../core/domain/markets/instruments-in.ts';

/** One market of the list; one that is followed may be gone for now. */
export interface SymbolRow {
  readonly id: InstrumentId;
  readonly instrument: Instrument | null;
}

/** Rows of the markets that are followed, in their own order, or of all; each with every word of the search. */
export function symbolRows(
  instruments: readonly Instrument[],
  followed: readonly InstrumentId[] | null,
  search: string,
  exchangeTitle: (exchange: string) => string,
): readonly SymbolRow[] {
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const rows: readonly SymbolRow[] =
    followed === null
      ? instruments.map((instrument) => ({ id: instrument.id, instrument }))
      : followed.map((id) => ({ id, instrument: byId.get(id) ?? null }));
  const words = search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ id, instrument }) => {
    const exchange = parseInstrumentId(id)?.exchange ?? '';
    const text = `${id} ${instrument?.base ?? ''} ${instrument?.quote ?? ''} ${exchangeTitle(exchange)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const mostSuggested = 8;

/** Markets to begin with, for who follows none: the pairs that are traded most, each on the exchange that trades it most. */
export function suggestedMarkets(instruments: readonly Instrument[], turnoverOf: (id: InstrumentId) => number): readonly InstrumentId[] {
  const best = new Map<string, { readonly id: InstrumentId; readonly turnover: number }>();
  for (const { id, symbol } of instruments) {
    const turnover = turnoverOf(id);
    if (turnover > (best.get(symbol)?.turnover ?? 0)) best.set(symbol, { id, turnover });
  }
  const found = [...best.values()].sort((a, b) => b.turnover - a.turnover);
  return found.slice(0, mostSuggested).map(({ id }) => id);
}

/** Running instances by the markets that their params name, at any depth. */
export function instancesByMarket(running: readonly Instance[]): ReadonlyMap<InstrumentId, readonly Instance[]> {
  const found = new Map<InstrumentId, Instance[]>();
  for (const instance of running) {
    for (const id of instrumentsIn(instance.params)) found.set(id, [...(found.get(id) ?? []), instance]);
  }
  return found;
}
