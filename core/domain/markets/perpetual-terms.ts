import type { FuturesTerms, InstrumentTerms, InverseInstrument, LinearInstrument } from './instrument.ts';
import { standardBracketTerms } from './margin-brackets.ts';

/** Terms of a perpetual that brings none of its own: one unit a contract, funded every eight hours, with the standard brackets. */
const usual = {
  settlement: 'perpetual',
  multiplier: '1',
  expiryMs: null,
  fundingHours: 8,
  brackets: standardBracketTerms,
} as const satisfies Omit<FuturesTerms, 'settleAsset'>;

/** A perpetual that settles in its quote, of usual terms but for `own`. */
export const linearPerpetual = (terms: InstrumentTerms, own: Partial<FuturesTerms> = {}): LinearInstrument => ({
  ...terms,
  ...usual,
  settleAsset: terms.quote,
  ...own,
  contractKind: 'linear',
});

/** A perpetual that settles in its coin, of usual terms but for `own`. */
export const inversePerpetual = (terms: InstrumentTerms, own: Partial<FuturesTerms> = {}): InverseInstrument => ({
  ...terms,
  ...usual,
  settleAsset: terms.base,
  ...own,
  contractKind: 'inverse',
});
