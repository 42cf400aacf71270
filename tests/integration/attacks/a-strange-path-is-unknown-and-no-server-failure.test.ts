import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const clientFolder = mkdtempSync(join(tmpdir(), 'tessera-client-'));
let server: TestServer;
beforeAll(async () => {
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html>');
  mkdirSync(join(clientFolder, '.vite'));
  writeFileSync(join(clientFolder, '.vite', 'manifest.json'), '{}');
  server = await startTestServer({ clientFolder });
});
afterAll(async () => {
  await server?.close();
  rmSync(clientFolder, { recursive: true, force: true });
});

it.each(['/%00', '/assets/..%5c..%5cpackage.json'])('answers %s with a 4xx, and logs no failure', async (path) => {
  const response = await fetch(server.url + path, { headers: { accept: 'application/json' } });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

it("does not serve the build's own manifest", async () => {
  const response = await fetch(`${server.url}/.vite/manifest.json`, { headers: { accept: 'application/json' } });
  expect(response.status).toBe(404);
});
