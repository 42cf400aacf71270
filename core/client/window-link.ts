import type { LinkGroup } from '../contract/panel.ts';
import type { Language } from './language.ts';
import type { GroupAccounts, SavedSlot, WindowBounds } from './layout-content.ts';
import type { PickedPrice } from './workspace-store.ts';

/** `main` has workspaces, `popOut` one panel of them. */
export type WindowRole = 'main' | 'popOut';

/** What the windows of a user tell each other. `id` is the panel's. */
export type WindowMessage =
  /** A pop-out is there: after it was opened or reloaded, and when it is asked. */
  | { readonly type: 'here'; readonly id: string }
  | { readonly type: 'whoIsThere' }
  /** The answer to `here`: what to show. */
  | { readonly type: 'panel'; readonly id: string; readonly panel: SavedSlot }
  | { readonly type: 'changed'; readonly id: string; readonly panel: SavedSlot }
  /** The workspace's link groups and their accounts; and a window's wish to tie one. */
  | { readonly type: 'accounts'; readonly accounts: GroupAccounts }
  | { readonly type: 'linkAccount'; readonly id: string; readonly group: LinkGroup; readonly apiId: number | null }
  | { readonly type: 'bounds'; readonly id: string; readonly bounds: WindowBounds }
  /** A pop-out goes: it is closed, or reloaded and soon there again. */
  | { readonly type: 'leaving'; readonly id: string; readonly forGood: boolean }
  | { readonly type: 'settings'; readonly sections: Readonly<Record<string, unknown>> }
  | { readonly type: 'language'; readonly language: Language }
  | { readonly type: 'picked'; readonly price: PickedPrice }
  /** A window has members of a link group, or has none any more. */
  | { readonly type: 'member'; readonly origin: string; readonly key: string; readonly isHere: boolean }
  /** From a panel to the others of its link group; `origin` is the window where it began. */
  | { readonly type: 'linked'; readonly origin: string; readonly key: string; readonly message: unknown };

interface Envelope {
  readonly from: WindowRole;
  readonly message: WindowMessage;
}

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null };

/** Ties a workspace and its pop-outs together. Workspaces in two tabs of a browser do not hear each other. */
export class WindowLink {
  readonly role: WindowRole;
  readonly #channel: Channel;
  readonly #listeners = new Set<(message: WindowMessage) => void>();

  constructor(role: WindowRole, channel: Channel) {
    this.role = role;
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<Envelope>) => {
      if (data.from === role) return;
      for (const listener of [...this.#listeners]) listener(data.message);
    };
  }

  post(message: WindowMessage): void {
    this.#channel.postMessage({ from: this.role, message } satisfies Envelope);
  }

  /** Gives the end of it. */
  on(listener: (message: WindowMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    this.#channel.close();
  }
}
