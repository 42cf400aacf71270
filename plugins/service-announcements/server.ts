import { AUDIT } from '../../core/contract/audit.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER } from '../../core/contract/server-services.ts';
import { announcementRoutes } from '../../schemas/wire/announcement.ts';
import { AnnouncementBoard, announcementsAsOwnData } from './announcement-board.ts';
import { announcementCalls } from './announcement-calls.ts';

const dueEveryMs = 2_000;

export const plugin = definePlugin({
  requires: {
    routes: ROUTES,
    tables: TABLES,
    topics: TOPICS,
    jobs: JOBS,
    messages: MESSAGES,
    audit: AUDIT,
    clock: CLOCK,
    ids: IDS,
    logger: LOGGER,
    ownData: OWN_DATA,
  },
  setup: async ({ services: { routes, tables, topics, jobs, messages, audit, clock, ids, logger, ownData } }) => {
    const board = await AnnouncementBoard.open(tables, audit);
    ownData.add(announcementsAsOwnData);
    // Who hears of a change reads the list.
    let changes = 0;
    const topic = topics.forRole('admin', { name: 'announcements', snapshot: () => ({ changes }) });
    const changed = async (): Promise<void> => {
      await board.tell(messages, clock.nowMs());
      topic.publish('event', { changes: ++changes });
    };
    jobs.add({
      id: 'publish',
      everyMs: dueEveryMs,
      run: async () => {
        if (await board.tell(messages, clock.nowMs())) topic.publish('event', { changes: ++changes });
      },
    });
    routes.add(announcementRoutes, announcementCalls({ board, clock, ids, logger, messages, changed }));
    return undefined;
  },
});
