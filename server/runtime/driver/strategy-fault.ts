/** A strategy or an executor broke the contract: it threw, gave something that is no step, or never came to rest. Ends its instance. */
export class StrategyFault extends Error {
  readonly hook: string;
  readonly problem: string;

  constructor(hook: string, problem: string, cause?: unknown) {
    super(`${hook}: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'StrategyFault';
    this.hook = hook;
    this.problem = problem;
  }
}
