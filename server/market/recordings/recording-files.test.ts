import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { parseReplaySetting, RecordingFiles } from './recording-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-recordings-'));
const files = new RecordingFiles(folder);
afterAll(() => rmSync(folder, { recursive: true }));

async function lines(name: string): Promise<string[]> {
  const list: string[] = [];
  for await (const line of files.lines(name)) list.push(line);
  return list;
}

test('lines come whole, packed or not, with either line end, and with text beyond ASCII across chunks', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `${i} 價格 ${'x'.repeat(i % 50)}`);
  writeFileSync(join(folder, 'a.txt.gz'), gzipSync(`${text.join('\n')}\n`));
  writeFileSync(join(folder, 'b.txt'), 'one\r\n\r\ntwo');
  expect(await lines('a.txt.gz')).toEqual(text);
  expect(await lines('b.txt')).toEqual(['one', '', 'two']);
});

test('a file that is not what its name says is told with its name', async () => {
  writeFileSync(join(folder, 'bad.gz'), 'plain text');
  await expect(lines('bad.gz')).rejects.toThrow(/^bad\.gz:1: /);
  await expect(lines('missing.txt')).rejects.toThrow(/^missing\.txt:1: ENOENT/);
});

test('a reader that stops early closes its file', async () => {
  for await (const line of files.lines('a.txt.gz')) {
    expect(line.startsWith('0 ')).toBe(true);
    break;
  }
  expect(await files.list('.')).toContain('a.txt.gz');
  expect(await files.list('nothing')).toEqual([]);
  expect(await files.list('b.txt')).toEqual([]);
});

test('nothing outside the folder can be named', async () => {
  await expect(files.list('../../..')).rejects.toThrow('outside');
  await expect(lines('/etc/passwd')).rejects.toThrow('outside');
});

test('the replay setting is a folder with an optional speed', () => {
  expect(parseReplaySetting('/data')).toEqual({ folder: '/data', speed: 1 });
  expect(parseReplaySetting('/data?speed=60')).toEqual({ folder: '/data', speed: 60 });
  expect(parseReplaySetting('/da?ta?speed=max')).toEqual({ folder: '/da?ta', speed: 'max' });
  for (const bad of ['/data?speed=0.5', '/data?speed=1001', '/data?speed=fast', '/data?speed=']) expect(parseReplaySetting(bad)).toBeNull();
});
