import { openHost } from './open-host.ts';
import { placeOrder, testEngine } from './test-engine.ts';

/** For the kill test: submits without end and prints each sequence once it is acknowledged. */
const [folder = ''] = process.argv.slice(2);
const host = await openHost(
  {
    folder,
    now: Date.now,
    projectedThrough: 0,
    onCommitted: () => undefined,
    segmentBytes: 20_000,
    snapshotEveryCommands: 300,
    keepSnapshots: 100,
  },
  testEngine,
);
process.stdout.write(`open ${host.sequence}\n`);

const submitForEver = async (): Promise<never> => {
  for (;;) {
    const { sequence } = await host.submit(placeOrder(1));
    process.stdout.write(`${sequence}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, submitForEver));
