import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { masterOf } from '../../tests/kit/keys.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { followKeys } from './follow-keys.ts';
import { KeyRing, newRing } from './key-ring.ts';
import { masterKeyOf, nextKeyFile, writeMasterKey } from './master-key.ts';
import { giveKeysUp, rotateKeys } from './rotate-keys.ts';
import { keyFor, seal } from './sealed-text.ts';
import { wrapKeys } from './wrapped-keys.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const nowMs = 1_000_000_000_000;

await describeStore('the keys of an installation', (store) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const clock = new ManualClock(nowMs);
  const open = (master = masterOf(first)) => KeyRing.open({ store: store(), master, clock });
  /** All tests have one database. */
  const anew = () => store().sealingKeys.replace(wrapKeys(first, newRing(first)));
  const rotate = (current: Buffer, next: Buffer) => rotateKeys({ store: store(), current, next, nowMs: clock.nowMs() });

  it('are made once, open at every start what was sealed before, and are nowhere in the database as they are', async () => {
    const ring = await open();
    const sealed = ring.seal('here', 'open sesame');
    expect(sealed).toMatch(/^2:1:/);
    const again = await open();
    expect(again.unseal('here', sealed)).toBe('open sesame');
    expect(again.unseal('there', sealed)).toBeNull();
    expect(again.unseal('here', sealed.replace('2:1:', '2:0:'))).toBeNull();
    for (const text of ['', '1:', '2:1:', '2:7:AAAA', '3:1:AAAA', 'nonsense']) expect(again.unseal('here', text)).toBeNull();
    expect(JSON.stringify(await store().sealingKeys.all())).not.toContain(first.toString('base64'));
  });

  it('open what was sealed before there was a ring', async () => {
    const sealed = `1:${seal(keyFor(first, 'tessera secrets'), 'here', 'of old')}`;
    expect((await open()).unseal('here', sealed)).toBe('of old');
  });

  it('are refused with a sentence when the master key is another', async () => {
    await anew();
    await open();
    await expect(open(masterOf(second))).rejects.toThrow(
      /^TESSERA_MASTER_KEY: is not the master key that the secrets in this database are kept under/,
    );
  });

  it('change with the master key: the former one opens nothing more, what was sealed and what follows from the first stay', async () => {
    await anew();
    const before = await open();
    const sealed = before.seal('here', 'open sesame');
    expect(await rotate(second, first)).toBeNull();
    expect(await rotate(first, second)).toBe(2);
    await expect(open()).rejects.toThrow(/is not the master key/);
    const after = await open(masterOf(second));
    expect(after.unseal('here', sealed)).toBe('open sesame');
    expect([after.root, after.digestKey]).toEqual([before.root, before.digestKey]);
    expect((await store().audit.page({ action: 'keys.rotated', limit: 5 })).items).toMatchObject([
      { subject: 'house/keys', after: { key: 2 } },
    ]);

    // Whoever had no time to hear of the new key could not open what it seals.
    expect(after.seal('here', 'x')).toMatch(/^2:1:/);
    await clock.advance(15_000);
    expect(after.seal('here', 'x')).toMatch(/^2:2:/);
  });

  it('reach a server that runs beside the change in time, as far as it can read the new master key', async () => {
    await anew();
    let inFile = first;
    const running = await open({ ...masterOf(first), readAgain: async () => inFile });
    const deaf = await open();
    const lines: string[] = [];
    const logger = { debug: () => undefined, warn: (_: object, text: string) => void lines.push(text) };
    const ends = [followKeys(running, clock, { ...logger, warn: () => undefined }), followKeys(deaf, clock, logger)];
    await rotate(first, second);
    inFile = second;
    for (let seconds = 0; seconds < 15; seconds += 5) await clock.advance(5_000);
    for (const end of ends) end();
    const sealed = (await open(masterOf(second))).seal('here', 'open sesame');
    expect(sealed).toMatch(/^2:2:/);
    expect([running.unseal('here', sealed), deaf.unseal('here', sealed)]).toEqual(['open sesame', null]);
    expect(lines).toEqual(['there are new keys under another master key: what they seal opens here after a start with it']);
  });

  it('are one ring for servers that begin together on an empty database', async () => {
    await store().sql.run('delete from sealing_key');
    const rings = await Promise.all(Array.from({ length: 4 }, () => open()));
    const sealed = rings.map((ring) => ring.seal('here', 'open sesame'));
    for (const ring of rings) expect(sealed.map((one) => ring.unseal('here', one))).toEqual(sealed.map(() => 'open sesame'));
  });

  it('are taken up when others stand under the same numbers', async () => {
    await anew();
    const ring = await open();
    await anew();
    const sealed = (await open()).seal('here', 'open sesame');
    expect([ring.unseal('here', sealed), await ring.refresh(), ring.unseal('here', sealed)]).toEqual([null, true, 'open sesame']);
  });

  it('are asked for ever more seldom while the master key is still the former one', async () => {
    await anew();
    let asked = 0;
    const readAgain = async (): Promise<Buffer> => {
      asked += 1;
      return first;
    };
    const ring = await open({ ...masterOf(first), readAgain });
    await rotate(first, second);
    for (let seconds = 0; seconds < 600; seconds += 5) {
      await ring.refresh();
      await clock.advance(5_000);
    }
    expect(asked).toBe(7);
    await rotate(second, first);
    expect(await ring.refresh()).toBe(true);
  });

  it('begin anew when the master key is lost, and open nothing of before', async () => {
    await anew();
    const sealed = (await open()).seal('here', 'open sesame');
    await giveKeysUp(store(), second, nowMs);
    const ring = await open(masterOf(second));
    expect(ring.unseal('here', sealed)).toBeNull();
    expect(ring.seal('here', 'x')).toMatch(/^2:2:/);
    expect(ring.unseal('here', ring.seal('here', 'x'))).toBe('x');
  });

  it('open by the next key when a change was cut off before its file was in place, and by the present one when it was cut off earlier', async () => {
    const settings = { dataFolder: folder, masterKey: null, masterKeyFile: null, masterKeyCommand: null };
    const file = join(folder, 'master.key');
    const made = masterKeyOf(settings);
    await store().sealingKeys.replace(wrapKeys(made.current, newRing(made.current)));
    expect([statSync(file).mode & 0o777, made.file]).toEqual([0o600, file]);
    await open(made);
    writeMasterKey(nextKeyFile(file), second);
    await open(masterKeyOf(settings));
    expect(existsSync(nextKeyFile(file))).toBe(true);
    await rotate(made.current, second);
    await open(masterKeyOf(settings));
    expect([existsSync(nextKeyFile(file)), readFileSync(file, 'utf8')]).toEqual([false, `${second.toString('hex')}\n`]);
    await open(masterKeyOf(settings));
  });
});

it('asks a command again beside everything else that is done, and tells as little of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
  try {
    const settings = { dataFolder: folder, masterKey: null, masterKeyFile: null, masterKeyCommand: null };
    const file = join(folder, 'mounted');
    writeFileSync(file, first.toString('hex'));
    const master = masterKeyOf({ ...settings, masterKeyCommand: `sleep 0.2; cat ${file}` });
    writeFileSync(file, second.toString('hex'));
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    expect(await master.readAgain()).toEqual(second);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
    writeFileSync(file, 'open sesame');
    await expect(master.readAgain()).rejects.toThrow(/^TESSERA_MASTER_KEY_COMMAND: does not print 64 hexadecimal digits$/);
    rmSync(file);
    await expect(master.readAgain()).rejects.toThrow('TESSERA_MASTER_KEY_COMMAND: ended with code 1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('takes the master key from a file or a command, says what is wrong with either without telling what it holds, and takes one of them only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
  try {
    const settings = { dataFolder: folder, masterKey: null, masterKeyFile: null, masterKeyCommand: null };
    const file = join(folder, 'mounted');
    writeFileSync(file, `${first.toString('hex')}\n`);
    expect(masterKeyOf({ ...settings, masterKeyFile: file })).toMatchObject({ current: first, file });
    expect(masterKeyOf({ ...settings, masterKeyCommand: `cat ${file}` })).toMatchObject({ current: first, file: null });
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
    expect(() => masterKeyOf({ ...settings, masterKeyCommand: 'exit 3' })).toThrow('TESSERA_MASTER_KEY_COMMAND: ended with code 3');
    expect(() => masterKeyOf({ ...settings, masterKeyCommand: 'echo open sesame' })).toThrow(
      /^TESSERA_MASTER_KEY_COMMAND: does not print 64 hexadecimal digits$/,
    );
    writeFileSync(file, 'open sesame');
    expect(() => masterKeyOf({ ...settings, masterKeyFile: file })).toThrow(/mounted does not hold 64 hexadecimal digits$/);
    expect(() => masterKeyOf({ ...settings, masterKey: first, masterKeyFile: file })).toThrow(/set one of them/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
