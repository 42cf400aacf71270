/** A key for scripts. Its secret is not kept: the hash of the whole token is. */
export interface ApiKeyRecord {
  readonly keyId: string;
  readonly userId: string;
  readonly name: string;
  readonly permission: string;
  /** Addresses and ranges; empty: any. */
  readonly addresses: readonly string[];
  readonly tokenHash: string;
  readonly createdMs: number;
  /** Null: never. */
  readonly expiresMs: number | null;
  readonly lastUse: ApiKeyUse | null;
  /** Networks that it was used from, the newest last. */
  readonly seen: readonly string[];
}

export interface ApiKeyUse {
  readonly timeMs: number;
  readonly ip: string;
}

export interface ApiKeys {
  /** False: the user has `most` already. */
  create(key: ApiKeyRecord, most: number): Promise<boolean>;
  get(keyId: string): Promise<ApiKeyRecord | null>;
  /** Hashes of the tokens that were made last, oldest first. */
  newest(most: number): Promise<readonly string[]>;
  /** Newest first. */
  of(userId: string): Promise<readonly ApiKeyRecord[]>;
  used(keyId: string, use: ApiKeyUse, seen: readonly string[]): Promise<void>;
  /** Gives what was deleted; null when the user has no such key. */
  delete(userId: string, keyId: string): Promise<ApiKeyRecord | null>;
}
