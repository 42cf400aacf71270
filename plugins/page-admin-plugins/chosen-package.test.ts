import { describe, expect, it } from 'vitest';
import type { PackageView } from '../../schemas/wire/package.ts';
import { readPackage } from './chosen-package.ts';

const file = (path: string, text: string) => ({ path, sha256: '0', text });
const manifest = JSON.stringify({ id: 'panel-guest', version: '1.1.0', kind: 'panel' });
const packed = JSON.stringify({ format: 'tessera-package-1', hash: 'ab', files: [file('plugin.json', manifest), file('client.js', '')] });
const installed = [{ id: 'panel-guest', version: '1.0.0' }] as unknown as readonly PackageView[];

describe('a file that an admin chooses', () => {
  it('says what it is before it is sent', () => {
    expect(readPackage(packed, [])).toMatchObject({
      id: 'panel-guest',
      version: '1.1.0',
      kind: 'panel',
      hasClient: true,
      hasStrategy: false,
    });
    expect(readPackage(packed, [])?.replaces).toBeNull();
    expect(readPackage(packed, installed)?.replaces).toBe('1.0.0');
  });

  it('is known again when it is installed to the letter', () => {
    const [before] = installed as readonly [PackageView];
    expect(readPackage(packed, [{ ...before, version: '1.1.0', hash: 'ab' }])?.isInstalled).toBe(true);
    expect(readPackage(packed, [{ ...before, version: '1.1.0', hash: 'cd' }])?.isInstalled).toBe(false);
    expect(readPackage(packed, [])?.isInstalled).toBe(false);
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"files":[]}',
    '{"files":[],"hash":"x"}',
    '{"files":[{"path":"plugin.json","text":"{"}],"hash":"x"}',
  ])('that is no package is told apart: %s', (text) => expect(readPackage(text, [])).toBeNull());
});
