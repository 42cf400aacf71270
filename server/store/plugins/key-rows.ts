/** One key of the installation, wrapped under its master key. */
export interface KeyRow {
  readonly keyId: number;
  readonly wrapped: string;
  /** ms. */
  readonly madeMs: number;
}

/** The keys that secrets are sealed under, as the database has them: it cannot open them. */
export interface KeyRows {
  /** Until the transaction ends nobody else who holds them makes or changes keys of the installation. */
  hold(): Promise<void>;
  /** By their numbers. */
  all(): Promise<readonly KeyRow[]>;
  /** Takes the place of all that were kept. */
  replace(rows: readonly KeyRow[]): Promise<void>;
}
