import { expect, it } from 'vitest';
import { ringInMemory } from '../../tests/kit/keys.ts';
import { createLogger } from '../logger.ts';
import type { SecretRows } from '../store/plugins/secret-store.ts';
import { SecretVault } from './secret-vault.ts';

const key = 'a key of "quotes" & more';

const [ring, other] = [await ringInMemory(), await ringInMemory(Buffer.alloc(32, 8))];

function vaults() {
  const stored = new Map<string, string>();
  const rows: SecretRows = {
    get: async (pluginId, name) => stored.get(`${pluginId} ${name}`) ?? null,
    put: async (pluginId, name, sealed) => void stored.set(`${pluginId} ${name}`, sealed),
    remove: async (pluginId, name) => void stored.delete(`${pluginId} ${name}`),
  };
  const lines: string[] = [];
  const logger = createLogger('debug', (line) => lines.push(line));
  const open = (pluginId: string, keys = ring) => new SecretVault(pluginId, { rows, rowsIn: () => rows, keys, hide: logger.hide });
  return { stored, lines, logger, open };
}

it('keeps what a venue tells it, for that venue alone, and not as text', async () => {
  const { open, stored } = vaults();
  await open('venue-far').keep('key', key);
  expect(await open('venue-far').get('key')).toBe(key);
  expect(await open('venue-near').get('key')).toBeNull();
  expect([...stored.values()].join()).not.toContain('quotes');
  await open('venue-far').forget('key');
  expect(await open('venue-far').get('key')).toBeNull();
});

it('says whose secret it is that another master key cannot open', async () => {
  const { open } = vaults();
  await open('venue-far').keep('key', key);
  await expect(open('venue-far', other).get('key')).rejects.toThrow('the secret "key" of venue-far was kept under another master key');
});

it('lets no log line hold a value that was kept or read, wherever it stands in it', async () => {
  const { open, logger, lines } = vaults();
  await open('venue-far').keep('key', key);
  logger.info({ url: `https://far.example/?sign=${encodeURIComponent(key)}`, deep: { list: [key] } }, `it is ${key}`);
  logger.named('part').error({ err: new Error(`refused: ${key}`) }, 'failed');
  expect(lines.join('')).not.toMatch(/quotes/);
  expect(lines.join('')).toContain('[secret]');
});

it('refuses what is too short to be a secret: blotted out, it would take words of the log with it', async () => {
  await expect(vaults().open('venue-far').keep('key', 'short')).rejects.toThrow(RangeError);
});
