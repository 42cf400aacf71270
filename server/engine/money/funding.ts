import type { PayFunding } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import { isTickOrLot } from '../matching/checks.ts';

/** Parts of a notional that are the whole. */
export const wholePpb = 1_000_000_000;

/**
 * Runs PAY_FUNDING. Whoever sends it asks for the moments one after the other; one that was paid, or passed, is told as `repeated(0)`: what is
 * sent again after a lost answer is paid once.
 */
export function payFunding(state: EngineState, command: PayFunding): void {
  const { mark, ratePpb, fundingMs } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (instrument.rules.fund === undefined) state.reject('NOT_SUPPORTED', 'instrument');
  else if (!isTickOrLot(fundingMs)) state.reject('NOT_SUPPORTED', 'fundingMs', 1);
  else if (fundingMs <= instrument.positions.fundedMs) state.sink.repeated(0);
  else if (!isTickOrLot(mark)) state.reject('PRICE_INVALID', 'mark', mark);
  else if (!Number.isSafeInteger(ratePpb) || Math.abs(ratePpb) > wholePpb) state.reject('NOT_SUPPORTED', 'ratePpb', wholePpb);
  else {
    instrument.positions.fundedMs = fundingMs;
    instrument.rules.fund(state, instrument, command);
  }
}
