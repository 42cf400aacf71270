import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { LinkTopic } from '../../contract/client-services.ts';
import type { LinkGroup } from '../../contract/panel.ts';
import { PanelLinksStore } from './panel-links-store.ts';
import { WindowLink, type WindowRole } from './window-link.ts';

const topic: LinkTopic<string> = { id: 'words' };

/** Windows of one browser: what one posts, all others get. */
class Browser {
  readonly #channels: { onmessage: ((event: MessageEvent) => void) | null }[] = [];

  open(role: WindowRole): PanelLinksStore {
    const channel: ConstructorParameters<typeof WindowLink>[1] = {
      onmessage: null,
      postMessage: (data: unknown) => {
        for (const other of this.#channels) if (other !== channel) other.onmessage?.({ data: structuredClone(data) } as MessageEvent);
      },
      close: () => undefined,
    };
    this.#channels.push(channel);
    return new PanelLinksStore(new WindowLink(role, channel, 'workspace'), `window ${this.#channels.length}`);
  }
}

it('carries a message to the other members of the group, and to nobody else', () => {
  const links = new Browser().open('main');
  const heard: string[] = [];
  const join = (name: string, group: LinkGroup, on = topic) => links.join(on, group, (word) => heard.push(`${name} ${word}`));
  const first = join('first', 'blue');
  const second = join('second', 'blue');
  const alone = join('alone', 'none');
  join('other colour', 'teal');
  join('other topic', 'blue', { id: 'numbers' });
  join('alone too', 'none');
  first.tell('one');
  alone.tell('two');
  expect(heard).toEqual(['second one']);
  second.leave();
  first.tell('three');
  expect(heard).toEqual(['second one']);
});

it('tells how many there are', () => {
  const links = new Browser().open('main');
  const counts: number[] = [];
  const stop = autorun(() => counts.push(links.memberCount(topic, 'blue')));
  const member = links.join(topic, 'blue', () => undefined);
  links.join(topic, 'blue', () => undefined);
  member.leave();
  member.leave();
  stop();
  expect(counts).toEqual([0, 1, 2, 1]);
});

it('counts a window beside this one that has members, whichever was there first', () => {
  const browser = new Browser();
  const [main, first, second] = [browser.open('main'), browser.open('popOut'), browser.open('popOut')];
  const counts = () => [main, first, second].map((links) => links.memberCount(topic, 'blue'));
  main.join(topic, 'blue', () => undefined);
  expect(counts()).toEqual([1, 1, 1]);
  const member = first.join(topic, 'blue', () => undefined);
  expect(counts()).toEqual([2, 2, 2]);
  second.join(topic, 'blue', () => undefined);
  second.join(topic, 'teal', () => undefined);
  expect(counts()).toEqual([3, 3, 3]);
  member.leave();
  expect(counts()).toEqual([2, 2, 2]);
  // A window that comes last hears of those that were there as soon as it has a member itself.
  const last = browser.open('popOut');
  last.join(topic, 'blue', () => undefined);
  expect([last.memberCount(topic, 'blue'), last.memberCount(topic, 'teal')]).toEqual([3, 1]);
});

it('carries a message to the group in every window of the workspace, once, and not back', () => {
  const browser = new Browser();
  const windows = [browser.open('main'), browser.open('popOut'), browser.open('popOut')];
  const heard: string[] = [];
  const members = windows.map((links, index) => links.join(topic, 'blue', (word) => heard.push(`${index} ${word}`)));
  windows[1]?.join(topic, 'teal', (word) => heard.push(`teal ${word}`));
  members[1]?.tell('from a window');
  expect(heard.splice(0).sort()).toEqual(['0 from a window', '2 from a window']);
  members[0]?.tell('from the workspace');
  expect(heard.splice(0).sort()).toEqual(['1 from the workspace', '2 from the workspace']);
});
