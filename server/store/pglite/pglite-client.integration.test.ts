import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import type { StoreError } from '../store-error.ts';
import { PgliteClient } from './pglite-client.ts';

describe('the client of the database thread', () => {
  it('says why the thread could not start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-broken-'));
    mkdirSync(join(folder, 'global'));
    writeFileSync(join(folder, 'PG_VERSION'), 'nonsense');
    await expect(PgliteClient.start(folder)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers in order, refuses after its end, and ends twice without harm', async () => {
    const dataDir = await freshDataDir();
    const losses: StoreError[] = [];
    const client = await PgliteClient.start(join(dataDir, 'database'), { onLost: (error) => losses.push(error) });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => client.query('select $1::integer as i', [i])));
    expect(answers.map((answer) => answer.rows[0]?.i)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    await expect(client.query('no sql', [])).rejects.toMatchObject({ code: '42601' });
    const last = client.query('select 1', []);
    await Promise.all([client.close(), client.close()]);
    expect((await last).rows).toHaveLength(1);
    await expect(client.query('select 1', [])).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(losses).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
