import { makeAutoObservable } from 'mobx';
import type { NoticeSettings } from '../../contract/client-services.ts';
import { type NoticeChannel, type NoticeSubject, noticeKinds, noticeSection, noticeWays, wantsNotice } from '../../domain/notice.ts';
import type { UserConfigStore } from './user-config-store.ts';

/** Of what the user wants to be told, and how; kept with the account, where the house reads it too. */
export class NoticeSettingsStore implements NoticeSettings {
  readonly #config: UserConfigStore;

  constructor(config: UserConfigStore) {
    this.#config = config;
    makeAutoObservable(this, { wants: false }, { autoBind: true });
  }

  wants(kind: NoticeSubject, channel: NoticeChannel): boolean {
    return wantsNotice(this.#config.section(noticeSection), kind, channel);
  }

  choose(kind: NoticeSubject, channel: NoticeChannel, wanted: boolean): void {
    const all = noticeKinds.map((one) => {
      const ways = noticeWays[one].map((way) => [way, one === kind && way === channel ? wanted : this.wants(one, way)] as const);
      return [one, Object.fromEntries(ways)] as const;
    });
    this.#config.set(noticeSection, Object.fromEntries(all));
  }
}
