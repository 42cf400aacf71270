import type { EngineSink } from '../sink.ts';

/** For commands whose events are already stored: the replay needs only the state. */
const nothing = (): void => undefined;

export const silentSink: EngineSink = {
  orderChanged: nothing,
  traded: nothing,
  levelChanged: nothing,
  posted: nothing,
  balanceChanged: nothing,
  rejected: nothing,
  repeated: nothing,
};
