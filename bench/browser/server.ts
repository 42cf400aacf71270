import { installedPlugins } from '../../server/plugins/plugin-folders.ts';
import { loadVenuePlugin } from '../../tests/kit/load-venue.ts';
import { startTestServer } from '../../tests/kit/test-server.ts';

/** The real server with a venue that speaks at a fixed rate; prints one JSON line when ready. Arguments: rows and depth changes a second. */
const [rowsPerSecond = 200, depthPerSecond = 20] = process.argv.slice(2).map(Number);
const server = await startTestServer({
  clientFolder: process.env.TESSERA_KIT_CLIENT ?? new URL('../../dist/client', import.meta.url).pathname,
  plugins: [
    ...(await installedPlugins()).filter(({ folder }) => folder !== 'venue-paper' && folder !== 'venue-replay'),
    loadVenuePlugin({ instruments: 200, rowsPerSecond, depthPerSecond }),
  ],
});
process.stdout.write(`${JSON.stringify({ url: server.url, accounts: server.demoAccounts })}\n`);
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
