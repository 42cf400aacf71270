import { accepted, refused } from '../../core/contract/app-error.ts';
import type { RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids, Logger } from '../../core/contract/server-services.ts';
import { type AnnouncementLanguage, announcementFault, tidyAnnouncement } from '../../core/domain/forms/announcement.ts';
import type { AnnouncementView, announcementRoutes, PublicAnnouncementView } from '../../schemas/wire/announcement.ts';
import { type Announcement, type AnnouncementBoard, mostAnnouncements, stateOf } from './announcement-board.ts';

/** So many are shown to visitors. */
const mostShown = 20;

interface AnnouncementParts {
  readonly board: AnnouncementBoard;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Ids;
  readonly logger: Pick<Logger, 'info'>;
  /** Tells users of what is published, and pages that are open of the change. */
  readonly changed: () => Promise<void>;
}

/** What guests read, and what administrators write. */
export function announcementCalls({ board, clock, ids, logger, changed }: AnnouncementParts): RouteHandlers<typeof announcementRoutes> {
  return {
    announcementList: async ({ query: { language = 'en' } }) => {
      const nowMs = clock.nowMs();
      const published = board.list().filter((one) => stateOf(one, nowMs) === 'published');
      const shown = [...published.filter(({ pinned }) => pinned), ...published.filter(({ pinned }) => !pinned)].slice(0, mostShown);
      return accepted(shown.map((one) => publicView(one, language)));
    },
    adminAnnouncementList: async () => accepted(board.list().map((one) => viewOf(one, clock.nowMs()))),
    adminAnnouncementSave: async ({ principal, body: { announcement_id: id, texts: typed, pinned, publish_time: askedMs } }) => {
      const texts = tidyAnnouncement(typed);
      const fault = announcementFault(texts);
      if (fault !== null) {
        const { code, field, limit } = fault;
        return refused(code, { field, ...(limit === undefined ? {} : { limit }) });
      }
      const nowMs = clock.nowMs();
      const change = { announcementId: id ?? ids.next(), texts, pinned, publishMs: Math.max(nowMs, askedMs ?? nowMs), updatedMs: nowMs };
      if (id === undefined) {
        const added = await board.add(change, principal.username ?? '');
        if (added === null) return refused('ANNOUNCEMENT_TOO_MANY', { limit: mostAnnouncements });
        await changed();
        return accepted(viewOf(added, nowMs));
      }
      const known = board.get(id);
      if (known === undefined) return refused('ANNOUNCEMENT_UNKNOWN');
      const isPublished = stateOf(known, nowMs) === 'published';
      if (isPublished && askedMs !== undefined) return refused('ANNOUNCEMENT_PUBLISHED', { field: 'publish_time' });
      const saved = await board.change(isPublished ? { ...change, publishMs: known.publishMs } : change);
      if (saved === null) return refused('ANNOUNCEMENT_WITHDRAWN');
      await changed();
      return accepted(viewOf(saved, nowMs));
    },
    adminAnnouncementWithdraw: async ({ principal, body: { announcement_id: id } }) => {
      if (board.get(id) === undefined) return refused('ANNOUNCEMENT_UNKNOWN');
      const withdrawn = await board.withdraw(id, clock.nowMs());
      if (withdrawn === null) return refused('ANNOUNCEMENT_WITHDRAWN');
      logger.info({ announcementId: id, by: principal.username }, 'an announcement was withdrawn by an administrator');
      await changed();
      return accepted(viewOf(withdrawn, clock.nowMs()));
    },
  };
}

function publicView(one: Announcement, asked: AnnouncementLanguage): PublicAnnouncementView {
  const language = one.texts[asked] === undefined ? 'en' : asked;
  const { title, text } = one.texts[language] ?? one.texts.en;
  return { announcement_id: one.announcementId, language, title, text, pinned: one.pinned, publish_time: one.publishMs };
}

const viewOf = (one: Announcement, nowMs: number): AnnouncementView => ({
  ...{ announcement_id: one.announcementId, texts: one.texts, pinned: one.pinned, state: stateOf(one, nowMs), author: one.author },
  ...{ publish_time: one.publishMs, withdraw_time: one.withdrawnMs, updated_time: one.updatedMs },
});
