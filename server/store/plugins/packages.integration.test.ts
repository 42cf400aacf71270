import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import type { PackageRecord } from './package-store.ts';

const record = (id: string, changes: Partial<PackageRecord> = {}): PackageRecord => ({
  id,
  version: '1.0.0',
  hash: 'a'.repeat(64),
  content: '{"text":"价差 \\u0001 ’"}',
  isEnabled: true,
  granted: { capabilities: ['markets.read'], reach: { user: 1 } },
  installedBy: 'u1',
  installedMs: 5,
  ...changes,
});

await describeStore('packages of plugins', (store) => {
  it('are kept byte for byte, replaced by a newer version, switched and taken away', async () => {
    const { packages } = store();
    await packages.save(record('panel-b'));
    await packages.save(record('panel-a'));
    expect(await packages.all()).toEqual([record('panel-a'), record('panel-b')]);
    const newer = record('panel-a', { version: '1.1.0', content: 'x'.repeat(2_000_000), isEnabled: false, granted: null });
    await packages.save(newer);
    await packages.setEnabled('panel-b', false);
    expect(await packages.all()).toEqual([newer, record('panel-b', { isEnabled: false })]);
    await packages.setGranted('panel-a', { capabilities: [], reach: { risk: 0 } });
    expect((await packages.all())[0]?.granted).toEqual({ capabilities: [], reach: { risk: 0 } });
    await packages.delete('panel-a');
    await packages.delete('panel-a');
    expect((await packages.all()).map(({ id }) => id)).toEqual(['panel-b']);
  });

  it('keep the keys that are trusted', async () => {
    const { packages } = store();
    const key = (publicKey: string, addedMs: number) => ({ publicKey, name: `key ${publicKey}`, addedBy: 'u1', addedMs });
    await packages.addKey(key('b', 1));
    await packages.addKey(key('a', 2));
    expect(await packages.keys()).toEqual([key('b', 1), key('a', 2)]);
    await packages.removeKey('b');
    expect(await packages.keys()).toEqual([key('a', 2)]);
  });
});
