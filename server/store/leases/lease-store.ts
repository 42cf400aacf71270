/** A process that works on this database. */
export interface ProcessRecord {
  readonly processId: string;
  /** Where people reach it. */
  readonly address: string;
}

/** What a write names, to be refused once another process has taken the lease. */
export interface LeaseMark {
  readonly name: string;
  readonly epoch: number;
}

/**
 * A lease as somebody saw it. The beat is the holder's count of signs of life: who sees the same epoch and beat for long by its own clock
 * may try to take the lease. That only decides who tries; what decides is the epoch.
 */
export interface LeaseSight {
  readonly epoch: number;
  /** Null: nobody holds it. */
  readonly holder: ProcessRecord | null;
  readonly beat: number;
}

/** Who may do what only one process may: run a venue, step an instance, work on a job. */
export interface Leases {
  /** A sign of life; the first adds the process. */
  beat(process: ProcessRecord): Promise<void>;
  /** Null for what nobody has ever held. */
  look(name: string): Promise<LeaseSight | null>;
  /** The new epoch, if the lease is still as it was seen; null when its holder has given a sign of life, or another process was faster. */
  take(name: string, seen: LeaseSight | null, processId: string): Promise<number | null>;
  /** Forgets a process, and gives back all that it holds. */
  leave(processId: string): Promise<void>;
}

export interface StoredProcesses {
  /** Every process that has given a sign of life and has not left, with its count of them, by address. */
  processes(): Promise<readonly (ProcessRecord & { readonly beat: number })[]>;
}
