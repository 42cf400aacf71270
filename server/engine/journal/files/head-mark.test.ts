import { expect, it } from 'vitest';
import type { FileSystem } from './file-system.ts';
import { HeadMark, newestNote } from './head-mark.ts';

it('goes on noting the end after a write that took a later note along', async () => {
  const timers: (() => void)[] = [];
  const writes: { readonly text: string; readonly done: () => void }[] = [];
  const file = {
    read: async () => 0,
    write: (bytes: Uint8Array) => new Promise<void>((done) => writes.push({ text: Buffer.from(bytes).toString('latin1'), done })),
    datasync: async () => undefined,
    close: async () => undefined,
  };
  const fileSystem = { list: async () => [], open: async () => file } as unknown as FileSystem;
  const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const mark = await HeadMark.open(fileSystem, 'anywhere', silent, (callback) => {
    timers.push(callback);
    return () => undefined;
  });
  const note = (sequence: number): void => mark.note({ sequence, segment: 1, bytes: 100 });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  note(1);
  timers.shift()?.();
  // While the first is written.
  note(2);
  writes[0]?.done();
  await turn();
  writes[1]?.done();
  await turn();
  // The timer of the second finds it written.
  timers.shift()?.();
  note(3);
  timers.shift()?.();
  await turn();
  expect(writes.map(({ text }) => newestNote(text)?.end.sequence)).toEqual([1, 2, 3]);
});
