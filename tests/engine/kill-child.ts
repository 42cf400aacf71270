import { openEngineHost } from '../../server/engine/host/engine-host.ts';
import { limitTerms, openingCommands } from './venue.ts';

/** For the kill test: trades without end and prints each sequence once it is acknowledged. */
const [folder = ''] = process.argv.slice(2);
const host = await openEngineHost({
  folder,
  now: Date.now,
  followers: [],
  onCommitted: () => undefined,
  segmentBytes: 20_000,
  snapshotEveryCommands: 300,
  keepSnapshots: 100,
});
process.stdout.write(`open ${host.sequence}\n`);
if (host.sequence === 0) for (const command of openingCommands(8)) await host.submit(command);

const tradeForEver = async (account: number): Promise<never> => {
  for (;;) {
    const side = account % 2 === 0 ? 'BUY' : 'SELL';
    const { sequence } = await host.submit({ type: 'PLACE', terms: { ...limitTerms, account, side, price: 100, qty: 1 + account } });
    process.stdout.write(`${sequence}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, (_, account) => tradeForEver(account)));
