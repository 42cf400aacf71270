import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import type { GroupAccounts, LayoutContent, SavedSlot } from '../../../core/client/layouts/layout-content.ts';
import { WindowLink, type WindowMessage } from '../../../core/client/layouts/window-link.ts';
import { FakeChannels } from '../../../core/client/testing/fake-channel.ts';
import { FakeTimers } from '../../../core/client/testing/fake-timers.ts';
import type { LayoutHost } from '../layout-host.ts';
import { PopOuts } from './pop-outs.ts';

const bounds = { x: 10, y: 20, width: 300, height: 200 };
const slot = (id: string): SavedSlot => ({ id, type: 'panel-depth/depth', version: 1, config: {}, linkGroup: 'blue' });

/** A layout with the panels `chart` and `depth` in one stack, and the windows that it was saved with. */
function setUp(saved: LayoutContent['popouts'] = [], blocked = false, opensAtOnce = true) {
  const timers = new FakeTimers();
  const channels = new FakeChannels();
  const popOuts = observable.box<LayoutContent['popouts']>(saved, { deep: false });
  const accounts = observable.box<GroupAccounts>({}, { deep: false });
  const said: string[] = [];
  const host = {
    get popOuts() {
      return popOuts.get();
    },
    get accounts() {
      return accounts.get();
    },
    linkAccount: (group: 'blue', apiId: number) => runInAction(() => accounts.set({ [group]: apiId })),
    stacks: () => [{ front: 'depth', panels: ['chart', 'depth'], box: { left: 5, top: 6, width: 300, height: 200 } }],
    takeOut: (_: string, id: string) => runInAction(() => popOuts.set([...popOuts.get(), { panel: slot(id), bounds }])),
    changePopOut: (id: string, change: object) => said.push(`changed ${id} ${JSON.stringify(change)}`),
    putBack: (id: string) => {
      said.push(`back ${id}`);
      runInAction(() => popOuts.set(popOuts.get().filter(({ panel }) => panel.id !== id)));
    },
  } as unknown as LayoutHost;
  const opened: { readonly id: string; closed: boolean; focus: () => void }[] = [];
  const windows = new PopOuts(host, {
    link: new WindowLink('main', channels.open(), 'workspace'),
    timers,
    openWindow: (id) => {
      if (blocked) return null;
      const one = { id, closed: false, focus: () => undefined };
      opened.push(one);
      return one;
    },
    opensAtOnce,
    isElsewhere: ({ x }) => x > 1_000,
    askForScreens: async () => void said.push('asked for screens'),
    newId: () => `w-${opened.length + 1}`,
    origin: () => ({ x: 100, y: 200 }),
  });
  const other = new WindowLink('popOut', channels.open(), 'workspace');
  const heard: WindowMessage[] = [];
  other.on((message) => heard.push(message));
  return { timers, windows, other, heard, opened, said, host, channels };
}

it('gives a window the panel that it asks for, and puts the panel back when the window is closed', () => {
  const { timers, windows, other, heard, opened, said } = setUp();
  expect(windows.popOut('depth')).toBe(true);
  other.post({ type: 'here', id: 'w-1' });
  expect(heard).toEqual([
    { type: 'accounts', accounts: {} },
    { type: 'panel', id: 'w-1', panel: slot('w-1') },
  ]);
  other.post({ type: 'leaving', id: 'w-1', forGood: false });
  timers.advance(500);
  expect(said).toEqual([]);
  for (const one of opened) one.closed = true;
  timers.advance(500);
  expect(said).toEqual(['back w-1']);
});

it('brings a panel back whose window was closed before it could say anything', () => {
  const { timers, windows, opened, said } = setUp();
  windows.popOut('depth');
  timers.advance(60_000);
  expect(said).toEqual([]);
  for (const one of opened) one.closed = true;
  timers.advance(500);
  expect(said).toEqual(['back w-1']);
});

it('tells its windows which account a link group is tied to, and ties one when a window wishes so', () => {
  const { windows, other, heard } = setUp();
  windows.popOut('depth');
  other.post({ type: 'linkAccount', id: 'w-9', group: 'blue', apiId: 3 });
  expect(heard).toEqual([]);
  other.post({ type: 'linkAccount', id: 'w-1', group: 'blue', apiId: 3 });
  expect(heard).toEqual([{ type: 'accounts', accounts: { blue: 3 } }]);
});

it('takes a reload for what it is', () => {
  const { timers, windows, other, said } = setUp();
  windows.popOut('depth');
  other.post({ type: 'leaving', id: 'w-1', forGood: false });
  timers.advance(2_000);
  other.post({ type: 'here', id: 'w-1' });
  timers.advance(60_000);
  expect(said).toEqual([]);
  other.post({ type: 'changed', id: 'w-1', panel: { ...slot('w-1'), linkGroup: 'teal' } });
  expect(said[0]).toContain('"linkGroup":"teal"');
});

it('keeps the panel where it is when the browser refuses a window', () => {
  const { windows, host } = setUp([], true);
  expect(windows.popOut('depth')).toBe(false);
  expect(host.popOuts).toEqual([]);
});

it('finds windows that are open already, and opens the others again', () => {
  const saved = [
    { panel: slot('w-a'), bounds },
    { panel: slot('w-b'), bounds },
  ];
  const { timers, windows, other, opened } = setUp(saved);
  expect(windows.waiting).toEqual([]);
  other.post({ type: 'here', id: 'w-a' });
  timers.advance(2_000);
  expect(opened.map(({ id }) => id)).toEqual(['w-b']);
});

it('asks for a click when the browser opens none by itself, or brings the panels back', () => {
  const { timers, windows, said } = setUp([{ panel: slot('w-a'), bounds }], true);
  timers.advance(2_000);
  expect(windows.waiting.map(({ id }) => id)).toEqual(['w-a']);
  windows.bringBack();
  expect(said).toEqual(['back w-a']);
  expect(windows.waiting).toEqual([]);
});

it('opens no window by itself that another tab has opened, and offers it when it stays away', () => {
  const { timers, windows, opened } = setUp([{ panel: slot('w-a'), bounds }], false, false);
  timers.advance(2_000);
  expect(opened).toEqual([]);
  expect(windows.waiting.map(({ id }) => id)).toEqual(['w-a']);
  windows.openWaiting();
  expect(opened.map(({ id }) => id)).toEqual(['w-a']);
});

it('waits for a click where a window stood on another screen, which the browser asks about', async () => {
  const { timers, windows, opened, said } = setUp([{ panel: slot('w-a'), bounds: { ...bounds, x: 1_500 } }]);
  timers.advance(2_000);
  expect(opened).toEqual([]);
  await windows.openAsked();
  expect(said).toEqual(['asked for screens']);
  expect(opened.map(({ id }) => id)).toEqual(['w-a']);
});

it('leaves a window of another tab to that tab, and steps in when nothing comes of its end', () => {
  const { timers, windows, channels, opened, said } = setUp([{ panel: slot('w-a'), bounds }]);
  const theirs = new WindowLink('popOut', channels.open(), 'another');
  theirs.post({ type: 'here', id: 'w-a' });
  timers.advance(2_000);
  expect(opened).toEqual([]);
  expect(windows.waiting).toEqual([]);
  theirs.post({ type: 'changed', id: 'w-a', panel: { ...slot('w-a'), linkGroup: 'teal' } });
  theirs.post({ type: 'bounds', id: 'w-a', bounds });
  theirs.post({ type: 'leaving', id: 'w-a', forGood: true });
  timers.advance(5_000);
  expect(said).toEqual([]);
  timers.advance(5_000);
  expect(said).toEqual(['back w-a']);
});
