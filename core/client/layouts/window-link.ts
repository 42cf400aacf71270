import type { LinkGroup } from '../../contract/panel.ts';
import type { Language } from '../settings/language.ts';
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
  /** The workspace that says it, or that it is said to; null: to all of them. */
  readonly workspace: string | null;
  readonly message: WindowMessage;
}

type Listener = (message: WindowMessage, workspace: string | null) => void;

/** Which windows are there is worth knowing for every workspace, and every window may be asked. */
const isForAll = ({ type }: WindowMessage): boolean => type === 'here' || type === 'leaving' || type === 'whoIsThere';

const workspaceKey = 'tessera-workspace';

/**
 * Names the workspace of a browser tab. It stays over reloads, and a window that the tab opens begins with a copy of its storage: so
 * that one knows whose it is.
 */
export function workspaceIn(storage: Pick<Storage, 'getItem' | 'setItem'>, role: WindowRole, newId: () => string): string | null {
  const known = storage.getItem(workspaceKey);
  if (known !== null || role === 'popOut') return known;
  const id = newId();
  storage.setItem(workspaceKey, id);
  return id;
}

export const keepWorkspace = (storage: Pick<Storage, 'setItem'>, workspace: string): void => storage.setItem(workspaceKey, workspace);

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null };

/** Ties a workspace and its pop-outs together. Workspaces in two tabs of a browser do not hear each other, nor each other's pop-outs. */
export class WindowLink {
  readonly role: WindowRole;
  /** The workspace of this window; null: a pop-out hears whichever there is. */
  workspace: string | null;
  readonly #channel: Channel;
  readonly #listeners = new Set<Listener>();

  constructor(role: WindowRole, channel: Channel, workspace: string | null) {
    this.role = role;
    this.workspace = workspace;
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<Envelope>) => {
      if (data.from === role || !(this.isOwn(data.workspace) || isForAll(data.message))) return;
      for (const listener of [...this.#listeners]) listener(data.message, data.workspace);
    };
  }

  isOwn(workspace: string | null): boolean {
    return workspace === null || this.workspace === null || workspace === this.workspace;
  }

  post(message: WindowMessage): void {
    this.#channel.postMessage({ from: this.role, workspace: this.workspace, message } satisfies Envelope);
  }

  /** Gives the end of it. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    this.#channel.close();
  }
}
