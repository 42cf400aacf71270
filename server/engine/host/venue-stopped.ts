/**
 * The venue takes no commands. `UNKNOWN`: this command was in flight, it may or may not be in the journal; only the replay at the
 * next start tells, so never show it as failed and never send it again under a new id. `NOT_TAKEN`: it certainly did not happen.
 */
export class VenueStopped extends Error {
  readonly code = 'ENGINE_VENUE_STOPPED';
  readonly outcome: 'UNKNOWN' | 'NOT_TAKEN';

  constructor(outcome: 'UNKNOWN' | 'NOT_TAKEN', reason: string, cause?: Error) {
    const head = outcome === 'UNKNOWN' ? 'The outcome of this command is unknown until the venue restarts' : 'The venue took no command';
    super(`${head}: ${reason}`, { cause });
    this.name = 'VenueStopped';
    this.outcome = outcome;
  }
}
