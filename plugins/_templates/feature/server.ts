import { accepted } from '../../../core/contract/app-error.ts';
import { definePlugin } from '../../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS, userOf } from '../../../core/contract/server-contributions.ts';
import { CLOCK, IDS } from '../../../core/contract/server-services.ts';
import { NoteTable } from './note-table.ts';
import { noteRoutes } from './routes.ts';

const keptMs = 90 * 24 * 60 * 60_000;

export const plugin = definePlugin({
  requires: { routes: ROUTES, topics: TOPICS, tables: TABLES, jobs: JOBS, clock: CLOCK, ids: IDS },
  setup: async ({ services: { routes, topics, tables, jobs, clock, ids } }) => {
    const notes = await NoteTable.open(tables);
    // News alone: who hears them reads the list.
    const topic = topics.forUsers({ name: 'feature-sample', key: 'read', snapshot: () => null });
    const changed = (userId: string): void => topic.publish(userId, 'event', {});
    jobs.add({
      id: 'forget',
      everyMs: 60 * 60_000,
      firstAfterMs: 60_000,
      run: async () => {
        for (const userId of await notes.forget(clock.nowMs() - keptMs)) changed(userId);
      },
    });
    routes.add(noteRoutes, {
      listSample: async (request) => accepted(await notes.of(userOf(request))),
      addSample: async (request) => {
        const userId = userOf(request);
        const note = { noteId: ids.next(), text: request.body.text, createdMs: clock.nowMs() };
        const added = await notes.add(userId, note);
        if (!added.ok) return added;
        changed(userId);
        return accepted(note);
      },
      removeSample: async (request) => {
        const userId = userOf(request);
        await notes.remove(userId, request.body.noteId);
        changed(userId);
        return accepted(null);
      },
    });
    return undefined;
  },
});
