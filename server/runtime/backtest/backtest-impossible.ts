/** A run that cannot be simulated: an error with its reason, never an empty result. */
export class BacktestImpossible extends Error {
  readonly code = 'BACKTEST_IMPOSSIBLE';

  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'BacktestImpossible';
  }
}
