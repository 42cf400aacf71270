import { expect, it } from 'vitest';
import type { SavedSlot } from '../../core/client/layouts/layout-content.ts';
import { WindowLink, type WindowMessage } from '../../core/client/layouts/window-link.ts';
import { FakeChannels } from '../../core/client/testing/fake-channel.ts';
import { FakeStorage } from '../../core/client/testing/fake-storage.ts';
import { FakeTimers } from '../../core/client/testing/fake-timers.ts';
import { PopOutWindow } from './pop-out-window.ts';

const slot: SavedSlot = { id: 'w-1', type: 'panel-depth/depth', version: 1, config: { step: 2 }, linkGroup: 'blue' };

function setUp(storage = new FakeStorage()) {
  const timers = new FakeTimers();
  const channels = new FakeChannels();
  const workspace = new WindowLink('main', channels.open(), 'workspace');
  const heard: WindowMessage[] = [];
  workspace.on((message) => heard.push(message));
  const leave: (() => void)[] = [];
  const view = {
    screenX: 5,
    screenY: 10,
    innerWidth: 300,
    innerHeight: 200,
    outerHeight: 230,
    document: { body: {} as HTMLElement },
    opener: { closed: false },
    addEventListener: (_: string, listener: () => void) => void leave.push(listener),
    removeEventListener: () => undefined,
    close: () => undefined,
  };
  const here = new PopOutWindow('w-1', {
    link: new WindowLink('popOut', channels.open(), 'workspace'),
    timers,
    storage,
    view: view as never,
  });
  here.start();
  return { timers, channels, workspace, heard, leave, view, here, storage };
}

it('asks the workspace what to show, and shows it again after a reload without asking', () => {
  const { heard, workspace, here, storage } = setUp();
  expect(heard).toEqual([{ type: 'here', id: 'w-1' }]);
  expect(here.slot).toBeNull();
  workspace.post({ type: 'panel', id: 'w-2', panel: slot });
  expect(here.slot).toBeNull();
  workspace.post({ type: 'panel', id: 'w-1', panel: slot });
  expect(here.slot?.saved).toEqual(slot);
  expect(setUp(storage).here.slot?.saved).toEqual(slot);
});

it('tells what changed in it, where it was moved, and that it goes', () => {
  const { timers, heard, leave, view, here } = setUp();
  here.update('w-1', { ...slot, linkGroup: 'teal' });
  expect(heard.at(-1)).toMatchObject({ type: 'changed', panel: { linkGroup: 'teal' } });
  view.screenX = 500;
  timers.advance(1_000);
  expect(heard.at(-1)).toEqual({ type: 'bounds', id: 'w-1', bounds: { x: 500, y: 40, width: 300, height: 200 } });
  for (const run of leave) run();
  expect(heard.at(-1)).toEqual({ type: 'leaving', id: 'w-1', forGood: false });
  here.close();
  expect(heard.at(-1)).toEqual({ type: 'leaving', id: 'w-1', forGood: true });
});

it('says when nothing belongs to it any more, and answers a workspace that comes back', () => {
  const { timers, workspace, heard, here } = setUp();
  timers.advance(5_000);
  expect(here.lost).toBe(true);
  workspace.post({ type: 'whoIsThere' });
  expect(heard.at(-1)).toEqual({ type: 'here', id: 'w-1' });
});

it('works with the accounts that the workspace tells, and asks it to tie another', () => {
  const { workspace, here, heard } = setUp();
  here.linkAccount('teal', 4);
  expect(heard.at(-1)).toEqual({ type: 'linkAccount', id: 'w-1', group: 'teal', apiId: 4 });
  expect(here.accounts).toEqual({});
  workspace.post({ type: 'accounts', accounts: { teal: 4 } });
  expect(here.accounts).toEqual({ teal: 4 });
});

it('hears its own workspace alone, and another one that has it once that is closed', () => {
  const { timers, channels, workspace, view, here, storage } = setUp();
  const another = new WindowLink('main', channels.open(), 'another');
  const theirs = (): void => another.post({ type: 'panel', id: 'w-1', panel: { ...slot, linkGroup: 'teal' } });
  theirs();
  expect(here.slot).toBeNull();
  workspace.post({ type: 'panel', id: 'w-1', panel: slot });
  timers.advance(2_000);
  theirs();
  expect(here.slot?.saved.linkGroup).toBe('blue');

  workspace.close();
  view.opener.closed = true;
  const heard: WindowMessage[] = [];
  another.on((message) => heard.push(message));
  timers.advance(5_000);
  expect(heard.at(-1)).toEqual({ type: 'here', id: 'w-1' });
  theirs();
  expect(here.slot?.saved.linkGroup).toBe('teal');
  expect(storage.getItem('tessera-workspace')).toBe('another');
  here.update('w-1', slot);
  expect(heard.at(-1)).toMatchObject({ type: 'changed', panel: { linkGroup: 'blue' } });
});
