import { beforeEach, expect, it } from 'vitest';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { FakeStream } from '../../core/client/testing/fake-stream.ts';
import { sayIn } from '../../core/client/testing/say-in.ts';
import type { NoticeOptions } from '../../core/contract/client-services.ts';
import type { Told } from '../../core/contract/notices.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import { announceEnds, stoppedHere } from './announce-ends.ts';
import texts from './locales/en.json';

const read = sayIn(texts);

const instance = (instanceId: string, changes: Partial<Instance> = {}): Instance =>
  ({ instanceId, name: `Grid ${instanceId}`, status: 'TRADING', stoppedMs: null, ...changes }) as Instance;

let stream: FakeStream;
let past: readonly Instance[];
let shown: { kind: string; text: string; options: NoticeOptions }[];
let did: string[];

const start = async (): Promise<() => void> => {
  const stop = announceEnds({
    api: new FakeApi({ instanceList: () => past }),
    stream,
    notices: { show: (kind: string, text: Told, options: NoticeOptions) => void shown.push({ kind, text: read(text), options }) },
    strategies: { choose: (id: string) => void did.push(`choose ${id}`) },
    workspace: { openPanel: (panel: string) => void did.push(`open ${panel}`) },
  } as unknown as Parameters<typeof announceEnds>[0]);
  await new Promise((resolve) => setTimeout(resolve));
  return stop as () => void;
};
const say = (k: 's' | 'd', ...items: Instance[]): void => stream.say('strategies', { t: 'strategies', k, d: items });

beforeEach(() => {
  stream = new FakeStream();
  past = [];
  shown = [];
  did = [];
});

it('an instance that has done its work says so once, and leads to its details', async () => {
  await start();
  say('s', instance('a'));
  expect(shown).toEqual([]);
  say('d', instance('a', { status: 'STOPPING' }));
  say('d', instance('a', { status: 'STOPPED', stoppedMs: 5 }));
  say('d', instance('a', { status: 'STOPPED', stoppedMs: 5 }));
  expect(shown.map(({ kind, text }) => [kind, text])).toEqual([['info', 'Grid a has ended']]);
  const { detail = '', action, about } = shown[0]?.options ?? {};
  expect([read(detail), read(action?.label ?? ''), action?.lasts]).toEqual([
    'It was stopped, or ended by itself: its log says why',
    'Details',
    true,
  ]);
  // Takes the place of the message of its start.
  expect(about).toBe('instance a');
  action?.run();
  expect(did).toEqual(['choose a', 'open panel-strategy-instances/details']);
});

it('one that somebody has stopped here says so, and not that it had perhaps done its work', async () => {
  await start();
  stoppedHere.add('d');
  say('d', instance('d', { status: 'STOPPED', stoppedMs: 5 }));
  expect(read(shown[0]?.options.detail ?? '')).toBe('You stopped it');
});

it('one that failed is an error, which stays until it is closed', async () => {
  await start();
  say('d', instance('b', { status: 'INTERRUPTED', stoppedMs: 5 }));
  expect(shown.map(({ kind, text }) => [kind, text])).toEqual([['error', 'Grid b failed and was ended']]);
});

it('those that ended while nobody was there go to the list of messages with their time', async () => {
  past = [instance('c', { status: 'STOPPED', stoppedMs: 77 })];
  await start();
  say('d', instance('c', { status: 'STOPPED', stoppedMs: 77 }));
  expect(shown.map(({ text, options }) => [text, options.pastMs])).toEqual([['Grid c has ended', 77]]);
});

it('leaves no topic open behind it', async () => {
  const stop = await start();
  stop();
  expect(stream.topics).toEqual([]);
});
