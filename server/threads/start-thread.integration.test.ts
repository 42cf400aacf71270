import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { startThread } from './start-thread.ts';

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

afterEach(() => setFlagsFromString('--max-semi-space-size=0'));

/** Bytes that the heap of a thread with these limits may have, as the thread itself sees it. */
async function heapLimit(): Promise<number> {
  const code = "require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit)";
  const worker = new Worker(code, { eval: true, resourceLimits });
  const [bytes] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return bytes;
}

it('keeps the nursery of the process away from threads that have limits of their own', async () => {
  const own = await heapLimit();
  setFlagsFromString('--max-semi-space-size=64');
  expect(await heapLimit()).toBeGreaterThan(own);
  const thread = startThread('strategy-worker', { env: {}, resourceLimits });
  await thread.terminate();
  expect(await heapLimit()).toBe(own);
});
