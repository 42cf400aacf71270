import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap and array-buffer bytes after full collections: what is held, without what only waits for the collector. */
export function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
