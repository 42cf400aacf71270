import type { FaultNotice } from './worker-protocol.ts';

/** A step did not come to its end: its strategy broke the contract, looped, or took its thread down. The instance cannot go on. */
export class StepFailure extends Error {
  readonly fault: FaultNotice;

  constructor(fault: FaultNotice) {
    super(`${fault.hook}: ${fault.problem}`);
    this.name = 'StepFailure';
    this.fault = fault;
  }
}
