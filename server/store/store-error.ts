/**
 * Why the store cannot work.
 * STORE_LOCKED: another process holds the data folder. STORE_NOT_DURABLE: a commit would not reach the disk.
 * STORE_DAMAGED: the embedded database is there and cannot be opened.
 * STORE_FAILED: the database could not start, or died for good. STORE_DISK_FAILED: the disk under the embedded database did not write or
 * read what it was asked to, after which nothing on it proves anything to this process. STORE_AWAY: it died and is being
 * started again, or PostgreSQL cannot be reached; what it was asked meanwhile has not happened, what it was asked just before may have. MIGRATION_CHANGED: a migration that was already run has other text now.
 * LEASE_LOST: another process has taken the lease under which this was to be written.
 * STORE_NEWER: the data was written by a newer version. STORE_OLDER: by an older one, and it was to be left as it is. TRANSACTION_OPEN: the outer store was used inside a transaction.
 */
const storeErrorCodes = [
  'STORE_LOCKED',
  'STORE_NOT_DURABLE',
  'STORE_DAMAGED',
  'STORE_FAILED',
  'STORE_DISK_FAILED',
  'STORE_AWAY',
  'MIGRATION_CHANGED',
  'LEASE_LOST',
  'STORE_NEWER',
  'STORE_OLDER',
  'TRANSACTION_OPEN',
] as const;
export type StoreErrorCode = (typeof storeErrorCodes)[number];

export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = 'StoreError';
    this.code = code;
  }
}
