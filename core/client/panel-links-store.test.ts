import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { LinkTopic } from '../contract/client-services.ts';
import type { LinkGroup } from '../contract/panel.ts';
import { PanelLinksStore } from './panel-links-store.ts';

const topic: LinkTopic<string> = { id: 'words' };

it('carries a message to the other members of the group, and to nobody else', () => {
  const links = new PanelLinksStore();
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
  const links = new PanelLinksStore();
  const counts: number[] = [];
  const stop = autorun(() => counts.push(links.memberCount(topic, 'blue')));
  const member = links.join(topic, 'blue', () => undefined);
  links.join(topic, 'blue', () => undefined);
  member.leave();
  member.leave();
  stop();
  expect(counts).toEqual([0, 1, 2, 1]);
});
