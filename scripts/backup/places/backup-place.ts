import type { Readable } from 'node:stream';

/** Where backups lie: a folder, or a bucket of an S3-compatible store. Names have `/` between their parts. */
export interface BackupPlace {
  /** For people, without anything secret. */
  readonly shown: string;
  /** Where what is to lie here is put together. */
  draftFolder(): Promise<string>;
  /** Names of files that begin with `prefix` and end with `suffix`, ascending. */
  list(prefix: string, suffix: string): Promise<readonly string[]>;
  read(name: string): Promise<Readable>;
  /**
   * Takes over a folder with these files under a name that is not there yet. The last one is a manifest, which comes last of all: a backup that was
   * cut short is none.
   */
  publish(folder: string, name: string, files: readonly string[], signal: AbortSignal): Promise<void>;
  /** Deletes everything below a name, its manifest first. */
  remove(name: string, manifest: string): Promise<void>;
}
