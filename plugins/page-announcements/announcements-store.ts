import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import { timeOf, wallTime } from '../../core/domain/calendar/zone-time.ts';
import {
  type AnnouncementLanguage,
  type AnnouncementText,
  announcementFault,
  announcementLanguages,
  tidyAnnouncement,
} from '../../core/domain/forms/announcement.ts';
import type { FieldFault } from '../../core/domain/forms/form-rules.ts';
import type { AnnouncementReach, AnnouncementView } from '../../schemas/wire/announcement.ts';
import { type AudienceDraft, audienceOf, draftOf, emptyAudience } from './audience-draft.ts';

/** As it is typed. */
export interface AnnouncementDraft {
  readonly texts: Readonly<Record<AnnouncementLanguage, AnnouncementText>>;
  readonly pinned: boolean;
  readonly audience: AudienceDraft;
  /** By the clocks of the writer's zone, as `2026-11-27T09:30`; '': at once. */
  readonly time: string;
}

interface OpenAnnouncement {
  /** Null: a new one, which is not written yet. */
  readonly id: string | null;
  /** Under which a new one is written, once whatever becomes of the answer. */
  readonly newId: string;
  readonly draft: AnnouncementDraft;
}

const emptyText: AnnouncementText = { title: '', text: '' };
const emptyDraft: AnnouncementDraft = {
  texts: { en: emptyText, 'zh-CN': emptyText, 'zh-TW': emptyText },
  pinned: false,
  audience: emptyAudience,
  time: '',
};

const minuteMs = 60_000;
function minutesOf(timeMs: number, zone: string): string {
  const { date, ofDayMs } = wallTime(zone, timeMs);
  const minutes = Math.floor(ofDayMs / minuteMs);
  return `${date}T${[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
function timeAt(text: string, zone: string): number {
  const [date = '', clock = ''] = text.split('T');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return timeOf(zone, { date, ofDayMs: (hours * 60 + minutes) * minuteMs });
}

/** All announcements as the server hands them out, and the one that is written. */
export class AnnouncementsStore {
  readonly #api: Pick<Api, 'call'>;
  readonly #notices: Pick<Notices, 'error'>;
  readonly #zone: () => string;
  readonly #ids: () => string;
  list: readonly AnnouncementView[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  opened: OpenAnnouncement | null = null;
  /** Of what was typed, when it was last to be saved. */
  fault: FieldFault | null = null;
  /** Of the one that is open. */
  reach: AnnouncementReach | null = null;
  busy = false;

  constructor(api: Pick<Api, 'call'>, notices: Pick<Notices, 'error'>, zone: () => string, ids: () => string) {
    this.#api = api;
    this.#ids = ids;
    this.#notices = notices;
    this.#zone = zone;
    makeAutoObservable(
      this,
      { list: observableRef, opened: observableRef, fault: observableRef, reach: observableRef },
      { autoBind: true },
    );
  }

  /** The one that is open, as it is stored; null of a new one. */
  get stored(): AnnouncementView | null {
    return this.list.find(({ announcement_id: id }) => id === this.opened?.id) ?? null;
  }

  /** What is shown already stays when it cannot be read again. */
  async load(): Promise<void> {
    const reply = await this.#api.call('adminAnnouncementList', {});
    runInAction(() => {
      if (reply.ok) this.list = reply.value;
      if (reply.ok || this.state === 'loading') this.state = reply.ok ? 'ready' : 'failed';
    });
  }

  begin(): void {
    this.#show({ id: null, newId: this.#ids(), draft: emptyDraft });
  }

  open(one: AnnouncementView): void {
    const texts = Object.fromEntries(announcementLanguages.map((language) => [language, one.texts[language] ?? emptyText]));
    const time = one.state === 'scheduled' ? minutesOf(one.publish_time, this.#zone()) : '';
    this.#show({
      ...{ id: one.announcement_id, newId: this.#ids() },
      draft: { texts: texts as AnnouncementDraft['texts'], pinned: one.pinned, audience: draftOf(one.audience), time },
    });
  }

  close(): void {
    this.#show(null);
  }

  type(change: Partial<AnnouncementDraft>): void {
    if (this.opened !== null) this.opened = { ...this.opened, draft: { ...this.opened.draft, ...change } };
  }

  typeText(language: AnnouncementLanguage, change: Partial<AnnouncementText>): void {
    const texts = this.opened?.draft.texts;
    if (texts !== undefined) this.type({ texts: { ...texts, [language]: { ...texts[language], ...change } } });
  }

  /** Null when it was not saved, which has been said then. */
  async save(): Promise<AnnouncementView | null> {
    if (this.opened === null) return null;
    const { id, newId: asNew, draft } = this.opened;
    const texts = tidyAnnouncement(draft.texts);
    const audience = audienceOf(draft.audience);
    this.fault = announcementFault(texts) ?? (audience === null ? { field: 'audience', code: 'FORM_FIELD_EMPTY' } : null);
    if (this.fault !== null || audience === null) return null;
    const isTold = this.stored?.state === 'published';
    const isTimed = draft.time !== '' && !isTold;
    return this.#change(() =>
      this.#api.call('adminAnnouncementSave', {
        body: {
          ...(id === null ? { new_id: asNew } : { announcement_id: id }),
          ...{ texts, pinned: draft.pinned },
          ...(isTold ? {} : { audience }),
          ...(isTimed ? { publish_time: timeAt(draft.time, this.#zone()) } : {}),
        },
      }),
    );
  }

  /** How many get it as it is chosen; null while that cannot be said. */
  async count(draft: AudienceDraft): Promise<void> {
    const audience = audienceOf(draft);
    const reply = audience === null ? null : await this.#api.call('adminAnnouncementReach', { body: { audience } });
    // Meanwhile another one may have been chosen.
    if (this.opened?.draft.audience === draft) runInAction(() => (this.reach = reply?.ok === true ? reply.value : null));
  }

  withdraw(id: string): Promise<AnnouncementView | null> {
    return this.#change(() => this.#api.call('adminAnnouncementWithdraw', { body: { announcement_id: id } }));
  }

  #show(opened: OpenAnnouncement | null): void {
    runInAction(() => {
      this.opened = opened;
      this.fault = null;
      this.reach = null;
    });
  }

  /** The list is read again: the server's news of it may be late, or not come. */
  async #change(call: () => Promise<Outcome<AnnouncementView>>): Promise<AnnouncementView | null> {
    this.busy = true;
    const reply = await call();
    if (!reply.ok) this.#notices.error(reply.error);
    await this.load();
    runInAction(() => (this.busy = false));
    if (reply.ok) this.open(reply.value);
    return reply.ok ? reply.value : null;
  }
}
