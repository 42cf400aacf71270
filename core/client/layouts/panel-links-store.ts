import { makeAutoObservable, observableShallow } from 'mobx';
import type { LinkMember, LinkTopic, PanelLinks } from '../../contract/client-services.ts';
import type { LinkGroup } from '../../contract/panel.ts';
import type { WindowLink, WindowMessage } from './window-link.ts';

type Listener = (message: unknown) => void;

/** Carries messages between the panels of a page, and of the windows beside it, by topic and link group. */
export class PanelLinksStore implements PanelLinks {
  private readonly members = new Map<string, readonly Listener[]>();
  /** Other windows with members, by key. One that was closed may stay until the page is left. */
  private readonly elsewhere = new Map<string, readonly string[]>();
  private readonly known = new Set<string>();
  private readonly windows: Pick<WindowLink, 'role' | 'post' | 'on'>;
  private readonly id: string;

  /** `id` tells this window from the others. */
  constructor(windows: Pick<WindowLink, 'role' | 'post' | 'on'>, id: string) {
    this.windows = windows;
    this.id = id;
    makeAutoObservable<this, 'members' | 'elsewhere' | 'known' | 'windows' | 'id'>(
      this,
      { members: observableShallow, elsewhere: observableShallow, memberCount: false, known: false, windows: false, id: false },
      { autoBind: true },
    );
    windows.on((said) => {
      if ((said.type !== 'linked' && said.type !== 'member') || said.origin === id) return;
      if (said.type === 'member') this.meet(said);
      else for (const listener of this.of(said.key)) listener(said.message);
      // Windows of single panels hear the workspace alone: it passes on what one of them says.
      if (windows.role === 'main') windows.post(said);
    });
  }

  join<T>(topic: LinkTopic<T>, group: LinkGroup, listener: (message: T) => void): LinkMember<T> {
    const key = keyOf(topic, group);
    const own: Listener = (message) => listener(message as T);
    if (group !== 'none') this.set(key, [...this.of(key), own]);
    return {
      tell: (message) => {
        if (group === 'none') return;
        for (const other of this.of(key)) if (other !== own) other(message);
        this.windows.post({ type: 'linked', origin: this.id, key, message });
      },
      leave: () => {
        const others = this.of(key).filter((one) => one !== own);
        if (others.length < this.of(key).length) this.set(key, others);
      },
    };
  }

  memberCount(topic: LinkTopic<unknown>, group: LinkGroup): number {
    const key = keyOf(topic, group);
    return this.of(key).length + (this.elsewhere.get(key)?.length ?? 0);
  }

  private of(key: string): readonly Listener[] {
    return this.members.get(key) ?? [];
  }

  private set(key: string, listeners: readonly Listener[]): void {
    const wasHere = this.of(key).length > 0;
    this.members.set(key, listeners);
    if (wasHere !== listeners.length > 0) this.say(key);
  }

  private say(key: string): void {
    this.windows.post({ type: 'member', origin: this.id, key, isHere: this.of(key).length > 0 });
  }

  private meet({ origin, key, isHere }: Extract<WindowMessage, { readonly type: 'member' }>): void {
    const others = (this.elsewhere.get(key) ?? []).filter((one) => one !== origin);
    this.elsewhere.set(key, isHere ? [...others, origin] : others);
    if (this.known.has(origin)) return;
    this.known.add(origin);
    // It came later and has not heard who is here.
    for (const own of this.members.keys()) if (this.of(own).length > 0) this.say(own);
  }
}

const keyOf = ({ id }: LinkTopic<unknown>, group: LinkGroup): string => `${group} ${id}`;
