import { accepted, refused } from '../../core/contract/app-error.ts';
import type { Messages } from '../../core/contract/messages.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids, Logger } from '../../core/contract/server-services.ts';
import { type Audience, everybody, isFor } from '../../core/domain/audience.ts';
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
  readonly messages: Pick<Messages, 'reach'>;
  /** Tells users of what is published, and pages that are open of the change. */
  readonly changed: () => Promise<void>;
}

/** What guests read, and what administrators write. */
export function announcementCalls({
  board,
  clock,
  ids,
  logger,
  messages,
  changed,
}: AnnouncementParts): RouteHandlers<typeof announcementRoutes> {
  return {
    announcementList: async ({ principal, query: { language = 'en' } }) => {
      const nowMs = clock.nowMs();
      const reader = { ...principal, productVersion: principal.productVersion ?? null };
      const published = board.list().filter((one) => stateOf(one, nowMs) === 'published' && isFor(one.audience, reader));
      const shown = [...published.filter(({ pinned }) => pinned), ...published.filter(({ pinned }) => !pinned)].slice(0, mostShown);
      return accepted(shown.map((one) => publicView(one, language)));
    },
    adminAnnouncementList: async () => accepted(board.list().map((one) => viewOf(one, clock.nowMs()))),
    adminAnnouncementSave: async (request) => {
      const { announcement_id: named, new_id: newId, texts: typed, pinned, audience: asked, publish_time: askedMs } = request.body;
      // The answer to an earlier one of this id was lost: what is sent now is how it is to be.
      const id = named ?? (newId !== undefined && board.get(newId) !== undefined ? newId : undefined);
      const userId = userOf(request);
      const texts = tidyAnnouncement(typed);
      const fault = announcementFault(texts);
      if (fault !== null) {
        const { code, field, limit } = fault;
        return refused(code, { field, ...(limit === undefined ? {} : { limit }) });
      }
      const barred = asked === undefined ? null : await audienceProblem(asked, messages);
      if (barred !== null) return barred;
      const nowMs = clock.nowMs();
      const known = id === undefined ? undefined : board.get(id);
      const audience = asked ?? known?.audience ?? everybody;
      const change = {
        announcementId: id ?? newId ?? ids.next(),
        texts,
        pinned,
        audience,
        publishMs: Math.max(nowMs, askedMs ?? nowMs),
        updatedMs: nowMs,
      };
      if (id === undefined) {
        const added = await board.add(change, { userId, username: request.principal.username ?? '' });
        if (added === null) return refused('ANNOUNCEMENT_TOO_MANY', { limit: mostAnnouncements });
        await changed();
        return accepted(viewOf(added, nowMs));
      }
      if (known === undefined) return refused('ANNOUNCEMENT_UNKNOWN');
      const isPublished = stateOf(known, nowMs) === 'published';
      if (isPublished && askedMs !== undefined) return refused('ANNOUNCEMENT_PUBLISHED', { field: 'publish_time' });
      if (isPublished && JSON.stringify(audience) !== JSON.stringify(known.audience))
        return refused('ANNOUNCEMENT_PUBLISHED', { field: 'audience' });
      const saved = await board.change(isPublished ? { ...change, publishMs: known.publishMs } : change, userId);
      if (saved === null) return refused('ANNOUNCEMENT_WITHDRAWN');
      await changed();
      return accepted(viewOf(saved, nowMs));
    },
    adminAnnouncementReach: async ({ body: { audience } }) => {
      const { users, unknown } = await messages.reach(audience);
      return accepted({ users, unknown: [...unknown] });
    },
    adminAnnouncementWithdraw: async (request) => {
      const id = request.body.announcement_id;
      if (board.get(id) === undefined) return refused('ANNOUNCEMENT_UNKNOWN');
      const withdrawn = await board.withdraw(id, userOf(request), clock.nowMs());
      if (withdrawn === null) return refused('ANNOUNCEMENT_WITHDRAWN');
      logger.info({ announcementId: id, by: request.principal.username }, 'an announcement was withdrawn by an administrator');
      await changed();
      return accepted(viewOf(withdrawn, clock.nowMs()));
    },
  };
}

/** Levels in order, and names that somebody has. */
async function audienceProblem(audience: Audience, messages: Pick<Messages, 'reach'>): Promise<ReturnType<typeof refused> | null> {
  if (audience.kind === 'levels' && audience.from > audience.to)
    return refused('REQUEST_INVALID', { field: 'audience.from', rule: 'must not be above audience.to' });
  if (audience.kind !== 'users') return null;
  const [name] = (await messages.reach(audience)).unknown;
  return name === undefined ? null : refused('ANNOUNCEMENT_READER_UNKNOWN', { field: 'audience.usernames', name });
}

function publicView(one: Announcement, asked: AnnouncementLanguage): PublicAnnouncementView {
  const language = one.texts[asked] === undefined ? 'en' : asked;
  const { title, text } = one.texts[language] ?? one.texts.en;
  return { announcement_id: one.announcementId, language, title, text, pinned: one.pinned, publish_time: one.publishMs };
}

const viewOf = (one: Announcement, nowMs: number): AnnouncementView => ({
  ...{
    announcement_id: one.announcementId,
    texts: one.texts,
    pinned: one.pinned,
    audience: one.audience,
    state: stateOf(one, nowMs),
    author: one.author,
  },
  ...{ publish_time: one.publishMs, withdraw_time: one.withdrawnMs, updated_time: one.updatedMs },
});
