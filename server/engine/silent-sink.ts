import type { EngineSink } from './sink.ts';

/**
 * Hears nothing: for a replay or an audit that needs only the state, and while no command runs. The engine knows it and makes none
 * of the words and bigints that only a listener would read.
 */
export const silentSink: EngineSink = {
  orderChanged() {},
  traded() {},
  levelChanged() {},
  posted() {},
  balanceChanged() {},
  rejected() {},
  repeated() {},
};
