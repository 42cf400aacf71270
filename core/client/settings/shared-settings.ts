import { reaction, runInAction, toJS } from 'mobx';
import type { WindowLink } from '../layouts/window-link.ts';
import type { WorkspaceStore } from '../layouts/workspace-store.ts';
import type { PreferencesStore } from './preferences-store.ts';
import type { UserConfigStore } from './user-config-store.ts';

interface SharedStores {
  readonly link: WindowLink;
  readonly config: UserConfigStore;
  readonly preferences: PreferencesStore;
  readonly workspace: WorkspaceStore;
}

/**
 * Keeps a workspace and its pop-outs on the same markets, looks, language and picked price: whatever one window changes, the
 * others take over. Only the window that changed something saves it.
 */
export function shareSettings({ link, config, preferences, workspace }: SharedStores): () => void {
  let waiting: Record<string, unknown> | null = null;
  /** The last pick that came from another window: it is not sent back. */
  let taken: WorkspaceStore['pickedPrice'] = null;
  const send = (): void => {
    if (waiting !== null) link.post({ type: 'settings', sections: waiting });
    waiting = null;
  };
  const stops = [
    config.onSet((name, value) => {
      // Sections that change together arrive together.
      if (waiting === null) queueMicrotask(send);
      waiting = { ...waiting, [name]: plain(value) };
    }),
    reaction(
      () => preferences.language,
      (language) => link.post({ type: 'language', language }),
    ),
    reaction(
      () => workspace.pickedPrice,
      (price) => {
        if (price !== null && price !== taken) link.post({ type: 'picked', price: { ...price } });
      },
    ),
    link.on((message) => {
      if (message.type === 'here') link.post({ type: 'settings', sections: plain(config.all) });
      else if (message.type === 'settings') {
        config.take(message.sections);
        workspace.restore();
        preferences.restore();
      } else if (message.type === 'language') {
        if (preferences.language !== message.language) preferences.setLanguage(message.language);
      } else if (message.type === 'picked') {
        const { instrumentId, price } = message.price;
        runInAction(() => {
          workspace.pickPrice(instrumentId, price);
          taken = workspace.pickedPrice;
        });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A copy that can be sent: settings are JSON. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(toJS(value) ?? null)) as T;
