import { accepted, refused } from '../../../../core/contract/app-error.ts';
import { definePlugin } from '../../../../core/contract/plugin.ts';
import { AUTHENTICATION, DIALECTS, JOBS, ROUTES, TABLES, TOPICS, userOf } from '../../../../core/contract/server-contributions.ts';
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
  requires: {
    routes: ROUTES,
    tables: TABLES,
    topics: TOPICS,
    jobs: JOBS,
    authentication: AUTHENTICATION,
    dialects: DIALECTS,
    clock: CLOCK,
  },
  setup: async ({ services: { routes, tables, topics, jobs, authentication, dialects, clock } }) => {
    await tables.migrate(steps);
    const listOf = async (userId: string) => {
      const rows = await tables.run<{ readonly text: string; readonly created_ms: string }>(
        `select text, created_ms from ${table} where user_id = $1 order by created_ms, text`,
        [userId],
      );
      return rows.map(({ text, created_ms }) => ({ text, create_time: Number(created_ms) }));
    };
    const own = topics.forUsers({ name: 'kit-notes', key: 'read', snapshot: () => null });
    const counts = topics.forEverybody({ name: 'kit-note-count', snapshot: () => 0 });
    const accounts = topics.forAccounts({ name: 'kit-note-accounts', key: 'read', snapshot: (apiIds) => apiIds });
    const ended = new Set<string>();
    const tickets = authentication.add({
      id: 'ticket',
      description: 'A ticket of the tests',
      prefix: 'ticket_',
      find: async (token, ip) => {
        const [, userId = '', credential = ''] = token.split('_');
        if (credential === '' || ended.has(credential)) return null;
        if (ip !== '127.0.0.1') return refused('KEY_ADDRESS');
        const principal = { userId, username: userId, role: 'user', vipLevel: 0 } as const;
        return accepted({ principal, credential, permission: 'read' });
      },
      isLive: async (credential) => !ended.has(credential),
    });
    dialects.add({
      base: '/kit',
      mostBytes: 40,
      answer: async (request) => {
        const caller = await request.caller(request.headers['x-kit-key']?.toString() ?? null);
        if (!caller.ok) throw caller.error;
        if (request.path === '/broken') throw new Error('it broke');
        const text = new URLSearchParams(Buffer.from(request.body).toString()).get('text');
        return { status: 200, body: JSON.stringify([request.method, request.path, request.query, text, caller.value.permission ?? 'all']) };
      },
      failure: (error) => ({ status: 418, headers: { 'content-type': 'text/plain' }, body: `E:${error.code}` }),
    });
    jobs.add({
      id: 'forget',
      everyMs: 200,
      firstAfterMs: 100,
      run: async () => {
        const gone = await tables.run(`delete from ${table} where text = 'forget me' returning user_id`);
        counts.publish('delta', gone.length);
      },
    });
    routes.add(noteRoutes, {
      noteList: async (request) => accepted(await listOf(userOf(request))),
      noteAdd: async (request) => {
        const userId = userOf(request);
        await tables.run(`insert into ${table} values ($1, $2, $3)`, [userId, request.body.text, clock.nowMs()]);
        if (request.body.text === 'end t1') {
          ended.add('t1');
          tickets.ended('t1');
        }
        own.publish(userId, 'event', { text: request.body.text });
        for (const apiId of [1, 2, 3, 4, 5, 6, 7, 8]) accounts.publish(apiId, 'event', { apiId });
        return accepted(await listOf(userId));
      },
    });
    return undefined;
  },
});
