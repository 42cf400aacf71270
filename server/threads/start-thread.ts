import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type ThreadName, threadFile } from './thread-file.ts';

/**
 * Starts a thread of the house; it inherits no arguments of the process. Flags of V8 belong to all of its threads, though, and
 * `--max-semi-space-size` overrides a thread's own limit: a strategies' thread with the server's large nursery is beyond its heap limit
 * for good, and collects garbage for nothing, over and over. Thus whoever has a limit of its own gets it.
 */
export function startThread(name: ThreadName, options: Omit<WorkerOptions, 'argv' | 'execArgv'>): Worker {
  if (options.resourceLimits?.maxYoungGenerationSizeMb !== undefined) setFlagsFromString('--max-semi-space-size=0');
  const { file, argv } = threadFile(name);
  return new Worker(file, { ...options, argv: [...argv], execArgv: [] });
}
