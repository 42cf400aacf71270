import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockData, lockFile } from './data-lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is held by one at a time, also under another name of the folder', async () => {
    const lock = await lockData(folder);
    const alias = `${folder}-alias`;
    symlinkSync(folder, alias);
    await expect(lockData(folder)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await expect(lockData(alias)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    rmSync(alias);
    await lock.release();
    await (await lockData(folder)).release();
  });

  it('can be a file, which is taken over from a dead process only', async () => {
    const path = join(folder, 'store.lock');
    const lock = lockFile(folder);
    expect(() => lockFile(folder)).toThrow('STORE_LOCKED');
    await lock.release();
    expect(existsSync(path)).toBe(false);
    // No process has this number: Linux stops at 2^22.
    writeFileSync(path, '99999999');
    await lockFile(folder).release();
  });
});
