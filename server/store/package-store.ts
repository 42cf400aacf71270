/** A plugin from outside the build, as it was installed. */
export interface PackageRecord {
  readonly id: string;
  readonly version: string;
  /** SHA-256 over its files, in hex. */
  readonly hash: string;
  /** JSON text of the whole package. */
  readonly content: string;
  readonly isEnabled: boolean;
  /** User id of the admin who installed this version. */
  readonly installedBy: string;
  readonly installedMs: number;
}

export interface Packages {
  /** In order of ids. */
  all(): Promise<readonly PackageRecord[]>;
  /** Takes the place of the same id's. */
  save(record: PackageRecord): Promise<void>;
  setEnabled(id: string, isEnabled: boolean): Promise<void>;
  delete(id: string): Promise<void>;
}
