import { toJS } from 'mobx';
import type { PreferencesStore } from './preferences-store.ts';
import type { UserConfigStore } from './user-config-store.ts';

/** What belongs to the person; markets, accounts and marks of messages belong to a tab or to the place where they are kept. */
const personal: readonly string[] = ['preferences', 'language', 'sounds', 'shortcuts', 'notices'];

interface Changed {
  readonly username: string;
  readonly sections: Readonly<Record<string, unknown>>;
}

interface TabParts {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'close'> & { onmessage: ((event: MessageEvent) => void) | null };
  readonly config: UserConfigStore;
  readonly preferences: PreferencesStore;
  readonly username: () => string | null;
}

/** A setting of the person, changed in one tab of the browser, counts in all his tabs at once. The tab that changed it saves it. */
export function shareWithTabs({ channel, config, preferences, username }: TabParts): () => void {
  const stop = config.onSet((name, value) => {
    const who = username();
    if (who === null || !personal.includes(name)) return;
    const section: unknown = JSON.parse(JSON.stringify(toJS(value) ?? null));
    channel.postMessage({ username: who, sections: { [name]: section } } satisfies Changed);
  });
  channel.onmessage = ({ data }: MessageEvent<Changed>) => {
    if (data.username !== username()) return;
    config.take(data.sections);
    preferences.restore();
    const { language } = data.sections;
    if (language !== undefined) preferences.takeLanguage(language);
  };
  return () => {
    stop();
    channel.close();
  };
}
