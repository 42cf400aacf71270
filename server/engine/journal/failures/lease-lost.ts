/** Another process has taken the venue over. Nothing of what was refused has happened; this process must stop acting for it. */
export class LeaseLost extends Error {
  readonly code = 'ENGINE_LEASE_LOST';

  constructor(venue: string) {
    super(`another server has taken over ${venue}; this one ends`);
    this.name = 'LeaseLost';
  }

  /** The first among an error and its causes; null: there is none. */
  static among(error: unknown): LeaseLost | null {
    for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof LeaseLost) return cause;
    return null;
  }
}
