/** The few file operations of journal and snapshots, as a seam: tests slow them down, break them or keep them in memory. */
export interface FileSystem {
  /** `read` needs the file; `edit` too, for reading and writing; `create` fails when it exists. */
  open(path: string, mode: 'read' | 'edit' | 'create'): Promise<OpenFile>;
  /** Creates a folder and its parents, durably; does nothing when it exists. */
  makeFolder(folder: string): Promise<void>;
  /** Plain names, unsorted. */
  list(folder: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes created, renamed and removed names of the folder durable. */
  syncFolder(folder: string): Promise<void>;
}

export interface OpenFile {
  /** Bytes read into `buffer` at `offset`; fewer than `length` only at the end of the file. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  /** Writes the first `length` bytes of `buffer` at `position`, all of them or rejects. */
  write(buffer: Uint8Array, length: number, position: number): Promise<void>;
  /** Resolves when data and size are on disk. */
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}
