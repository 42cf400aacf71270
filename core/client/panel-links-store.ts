import { makeAutoObservable, observableShallow } from 'mobx';
import type { LinkMember, LinkTopic, PanelLinks } from '../contract/client-services.ts';
import type { LinkGroup } from '../contract/panel.ts';

type Listener = (message: unknown) => void;

/** Carries messages between the panels of a page by topic and link group. */
export class PanelLinksStore implements PanelLinks {
  private readonly members = new Map<string, readonly Listener[]>();

  constructor() {
    makeAutoObservable<this, 'members'>(this, { members: observableShallow, memberCount: false }, { autoBind: true });
  }

  join<T>(topic: LinkTopic<T>, group: LinkGroup, listener: (message: T) => void): LinkMember<T> {
    const key = keyOf(topic, group);
    const own: Listener = (message) => listener(message as T);
    if (group !== 'none') this.set(key, [...this.of(key), own]);
    return {
      tell: (message) => {
        for (const other of this.of(key)) if (other !== own) other(message);
      },
      leave: () => {
        const others = this.of(key).filter((one) => one !== own);
        if (others.length < this.of(key).length) this.set(key, others);
      },
    };
  }

  memberCount(topic: LinkTopic<unknown>, group: LinkGroup): number {
    return this.of(keyOf(topic, group)).length;
  }

  private of(key: string): readonly Listener[] {
    return this.members.get(key) ?? [];
  }

  private set(key: string, listeners: readonly Listener[]): void {
    this.members.set(key, listeners);
  }
}

const keyOf = ({ id }: LinkTopic<unknown>, group: LinkGroup): string => `${group} ${id}`;
