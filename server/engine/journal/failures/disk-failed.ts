/**
 * The disk itself failed: a sync that failed once proves nothing when it succeeds later, because the system has given up the pages that
 * it could not write and calls them clean. Only a new process, which reads what is really there, may go on.
 */
export class DiskFailed extends Error {
  readonly code = 'DISK_FAILED';

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`the disk failed at ${path}: ${why}. What was acknowledged is safe; look at the disk before the next start`, { cause });
    this.name = 'DiskFailed';
  }

  /** The one among an error and its causes, or null. */
  static among(error: unknown): DiskFailed | null {
    for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof DiskFailed) return cause;
    return null;
  }
}

/** A write that fails so is no matter of room. */
const broken: readonly unknown[] = ['EIO', 'EROFS', 'ENXIO', 'ENODEV', 'ESTALE'];

export const isBrokenDisk = (cause: unknown): boolean => broken.includes((cause as { code?: unknown }).code);

/** No room, or the quota is used up. */
export const isDiskFull = (cause: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((cause as { code?: string }).code ?? '');
