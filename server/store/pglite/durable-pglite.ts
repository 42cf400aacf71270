import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { StoreError } from '../store-error.ts';

/**
 * Stock PGlite never syncs: it starts with `-F`, its file system has no fsync and its fdatasync does nothing.
 * These parameters and {@link SyncingNodeFs} put that right; the hook uses internals, so the version is pinned and
 * {@link openDurablePglite} refuses to start when a commit causes no sync.
 */
export const durableStartParams: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
];

interface NodeStream {
  readonly nfd?: number;
  readonly node: object;
}

interface NodeFileSystem {
  stream_ops: { fsync?: (stream: NodeStream) => number };
  realPath(node: object): string;
}

/** Counts the syncs and remembers the first one that failed: after that nothing written can be trusted. */
export class SyncCounter {
  count = 0;
  failure: unknown = null;
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` hears of the first failure at once: the statement above it may never come back. */
  constructor(onFailure: (error: unknown) => void = () => undefined) {
    this.#onFailure = onFailure;
  }

  sync(fileSystem: NodeFileSystem, stream: NodeStream): number {
    try {
      if (stream.nfd === undefined) syncDirectory(fileSystem.realPath(stream.node));
      else fdatasyncSync(stream.nfd);
    } catch (error) {
      if (this.failure === null) {
        this.failure = error;
        this.#onFailure(error);
      }
      throw error;
    }
    this.count++;
    return 0;
  }
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncingNodeFs(directory: string, counter: SyncCounter): NodeFS {
  const nodeFs = new NodeFS(directory);
  const init = nodeFs.init.bind(nodeFs);
  nodeFs.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options);
    const hook: NonNullable<typeof emscriptenOpts.preRun>[number] = (module) => {
      const fileSystem = (module.NODEFS ?? module.FS.filesystems.NODEFS) as unknown as NodeFileSystem;
      fileSystem.stream_ops.fsync = (stream) => counter.sync(fileSystem, stream);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  };
  return nodeFs;
}

const INT8 = 20;
const NUMERIC = 1700;
const asText = (value: string): string => value;

/** Opens (and on an empty directory first creates) a database whose commits reach the disk; int8 and numeric come back as strings. */
export async function openDurablePglite(directory: string, counter: SyncCounter, startParams = durableStartParams): Promise<PGlite> {
  const pglite = await PGlite.create({
    fs: syncingNodeFs(directory, counter),
    startParams: [...startParams],
    parsers: { [INT8]: asText, [NUMERIC]: asText },
  });
  const before = counter.count;
  // A transactional WAL message gives the transaction something to commit without touching any table.
  await pglite.query("select pg_logical_emit_message(true, 'tessera', 'durability self-test')");
  if (counter.count > before) return pglite;
  await pglite.close();
  throw new StoreError('STORE_NOT_DURABLE', `a commit in ${directory} caused no sync; the database would lose data on a power cut`);
}
