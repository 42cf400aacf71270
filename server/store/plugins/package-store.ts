import type { PackageGrant } from '../../../schemas/wire/package.ts';

/** A plugin from outside the build, as it was installed. */
export interface PackageRecord {
  readonly id: string;
  readonly version: string;
  /** SHA-256 over its files, in hex. */
  readonly hash: string;
  /** JSON text of the whole package. */
  readonly content: string;
  readonly isEnabled: boolean;
  /** Null: installed before grants were kept. */
  readonly granted: PackageGrant | null;
  /** User id of the admin who installed this version. */
  readonly installedBy: string;
  readonly installedMs: number;
}

/** A public key whose packages an admin trusts. */
export interface PackageKeyRecord {
  /** Raw ed25519 key in base64. */
  readonly publicKey: string;
  readonly name: string;
  readonly addedBy: string;
  readonly addedMs: number;
}

export interface Packages {
  /** In order of ids. */
  all(): Promise<readonly PackageRecord[]>;
  /** Takes the place of the same id's. */
  save(record: PackageRecord): Promise<void>;
  setEnabled(id: string, isEnabled: boolean): Promise<void>;
  setGranted(id: string, granted: PackageGrant): Promise<void>;
  delete(id: string): Promise<void>;
  /** Trusted keys, oldest first. */
  keys(): Promise<readonly PackageKeyRecord[]>;
  addKey(key: PackageKeyRecord): Promise<void>;
  removeKey(publicKey: string): Promise<void>;
}
