import { type Instrument, instrumentId } from '../../domain/markets/instrument.ts';
import { inversePerpetual, linearPerpetual } from '../../domain/markets/perpetual-terms.ts';
import { smallestStep } from '../../domain/numbers/steps.ts';
import { largestQty, type MarketGrid } from '../market-grid.ts';
import { type MarketRecording, marketKind } from './recording-folder.ts';

const quotes = ['USDT', 'USDC', 'USD', 'BTC'] as const;

/** Bands and fees of recorded markets that bring none of their own. */
const spotTerms = { priceBand: '0.2', makerFee: '0.001', takerFee: '0.001' } as const;
const contractTerms = { priceBand: '0.1', makerFee: '0.0002', takerFee: '0.0005' } as const;

/** The assets of a recorded symbol, whose file does not tell them. */
export function recordedPair(symbol: string): Pick<Instrument, 'base' | 'quote'> {
  const pair = symbol.replace(/_PERP$/, '');
  const quote = quotes.find((code) => pair.endsWith(code) && pair.length > code.length) ?? 'USD';
  return { base: pair.slice(0, pair.length - quote.length), quote };
}

/** A recorded market as something that can be traded; the recording does not tell its fees and limits, so they are usual ones. */
export function recordedInstrument(exchange: string, recording: MarketRecording, grid: MarketGrid): Instrument {
  const { accountType, contractKind } = marketKind(recording.venue);
  const symbol = recording.symbol.toUpperCase();
  const key = { exchange, symbol, accountType };
  const lot = smallestStep(grid.lotDecimals);
  const terms = {
    ...key,
    id: instrumentId(key),
    ...recordedPair(symbol),
    tick: smallestStep(grid.tickDecimals),
    lot,
    minQty: lot,
    maxQty: largestQty(grid),
    minNotional: '0',
    ...(contractKind === 'spot' ? spotTerms : contractTerms),
    state: 'TRADING',
  } as const;
  if (contractKind === 'spot') return { ...terms, contractKind, settlement: 'none' };
  return contractKind === 'linear' ? linearPerpetual(terms) : inversePerpetual(terms);
}
