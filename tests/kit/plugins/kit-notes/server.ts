import { accepted } from '../../../../core/contract/app-error.ts';
import { definePlugin } from '../../../../core/contract/plugin.ts';
import { ROUTES, TABLES, userOf } from '../../../../core/contract/server-contributions.ts';
import { CLOCK } from '../../../../core/contract/server-services.ts';
import { noteRoutes } from './routes.ts';

const table = 'kit_notes__note';
const steps = [
  {
    id: 1,
    name: 'notes',
    statements: [`create table ${table} (user_id text not null references app_user (id), text text not null, created_ms bigint not null)`],
  },
];

/** Uses everything that a plugin may add to the server. */
export const plugin = definePlugin({
  requires: { routes: ROUTES, tables: TABLES, clock: CLOCK },
  setup: async ({ services: { routes, tables, clock } }) => {
    await tables.migrate(steps);
    const listOf = async (userId: string) => {
      const rows = await tables.run<{ readonly text: string; readonly created_ms: string }>(
        `select text, created_ms from ${table} where user_id = $1 order by created_ms, text`,
        [userId],
      );
      return rows.map(({ text, created_ms }) => ({ text, create_time: Number(created_ms) }));
    };
    routes.add(noteRoutes, {
      noteList: async (request) => accepted(await listOf(userOf(request))),
      noteAdd: async (request) => {
        const userId = userOf(request);
        await tables.run(`insert into ${table} values ($1, $2, $3)`, [userId, request.body.text, clock.nowMs()]);
        return accepted(await listOf(userId));
      },
    });
    return undefined;
  },
});
