import { installedPlugins } from '../../server/plugins/plugin-folders.ts';
import { startTestServer } from '../../tests/kit/servers/test-server.ts';
import { loadVenuePlugin } from '../../tests/kit/venues/load-venue.ts';

/** The real server with a venue that speaks at a fixed rate; prints one JSON line when ready. Arguments: rows and depth changes a second, instruments, trades a second of the first. */
const [rowsPerSecond = 200, depthPerSecond = 20, instruments = 200, tradesPerSecond = 0] = process.argv.slice(2).map(Number);
const server = await startTestServer({
  clientFolder: process.env.TESSERA_KIT_CLIENT ?? new URL('../../dist/client', import.meta.url).pathname,
  plugins: [
    ...(await installedPlugins()).filter(({ folder }) => !['venue-paper', 'venue-replay', 'demo-house'].includes(folder)),
    loadVenuePlugin({ instruments, rowsPerSecond, depthPerSecond, tradesPerSecond }),
  ],
});
process.stdout.write(`${JSON.stringify({ url: server.url, accounts: server.demoAccounts })}\n`);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
// A run that was killed leaves no server behind.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit(1);
}, 1_000).unref();
