import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it('a first start that cannot listen says which setting mends it, and leaves the set-up to the next start', async () => {
  const dataFolder = await freshDataDir();
  cleanups.push(() => rmSync(dataFolder, { recursive: true, force: true }));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => other.close());
  const { port } = other.address() as AddressInfo;

  const taken = startTestServer({ demo: false, dataFolder, environment: { TESSERA_PORT: String(port) } });
  await expect(taken).rejects.toThrow(`TESSERA_PORT: ${port} is in use; stop what uses it or choose another, 0 for any free one`);

  const server = await startTestServer({ demo: false, dataFolder });
  cleanups.push(() => server.close());
  expect(server.setUpToken).not.toBeNull();
});
