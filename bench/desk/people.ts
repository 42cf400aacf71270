import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { withDatabase } from '../bench-database.ts';
import { type Figure, figure } from '../figure.ts';
import { p95 } from './p95.ts';

const people = Number(process.env.TESSERA_BENCH_PEOPLE ?? 100_000);
const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 100);
const goalMs = 50;
const atOnce = 2_000;

/**
 * How long an administrator waits at the server for people that match what he typed, of a hundred thousand: the page of them and their number. Over the embedded
 * database, and over a PostgreSQL where `TESSERA_TEST_POSTGRES` names one.
 */
export async function searchOfPeople(): Promise<Figure[]> {
  const figures = await measured('embedded', {});
  if (process.env.TESSERA_TEST_POSTGRES === undefined) return figures;
  return [...figures, ...(await withDatabase((url) => measured('PostgreSQL', { TESSERA_DATABASE_URL: url })))];
}

async function measured(name: string, environment: Readonly<Record<string, string>>): Promise<Figure[]> {
  const server = await startTestServer({ checkReplies: false, plugins: ['venue-house', 'service-people'].map(pluginSource), environment });
  try {
    await fill(server);
    const admin = await server.signIn('admin');
    const search = async (text: string): Promise<number> => {
      const before = performance.now();
      await admin.call('peopleList', { query: { search: text, limit: 50 } });
      return performance.now() - before;
    };
    // Different ones: of one name, of an e-mail in its middle, of a phone, of nobody, of ten.
    const typed = (at: number): readonly string[] => {
      const one = String((at * 7_919) % people).padStart(6, '0');
      return [`person_${one}`, `${one}@fund`, `+8529${one}`, `nobody${one}`, one.slice(0, 5)];
    };
    for (let at = 0; at < 5; at++) for (const text of typed(at)) await search(text);
    const times: number[] = [];
    const brought: number[] = [];
    const common: number[] = [];
    for (let at = 5; at < rounds / 5 + 5; at++) {
      for (const text of typed(at)) times.push(await search(text));
      common.push(await search('fund.example'));
      const before = performance.now();
      await admin.call('peopleList', { query: { invited_by: `person_${nameOf(at % inviters)}`, limit: 50 } });
      brought.push(performance.now() - before);
    }
    return [
      figure(`search of ${people} people at the server, ${name}, p95 of ${times.length}`, p95(times), 'ms', goalMs),
      figure(`whom one of ${people} people has brought, ${name}, p95 of ${brought.length}`, p95(brought), 'ms', goalMs),
      figure(`search that all ${people} people match, ${name}, p95 of ${common.length}`, p95(common), 'ms', goalMs),
    ];
  } finally {
    await server.close();
  }
}

/** Each of the first ones has brought as many of the others. */
const inviters = 500;
const nameOf = (at: number): string => String(at).padStart(6, '0');

async function fill({ store }: TestServer): Promise<void> {
  for (let from = 0; from < people; from += atOnce) {
    const users = Array.from({ length: Math.min(atOnce, people - from) }, (_, at) => {
      const one = nameOf(from + at);
      const invitedBy = from === 0 ? null : `bench-${nameOf((from + at) % inviters)}`;
      const terms = { username: `person_${one}`, email: `${one}@fund.example`, phone: `+8529${one}`, role: 'user', vipLevel: 0 } as const;
      return { ...terms, id: `bench-${one}`, passwordHash: 'none', inviteCode: `bench-${one}`, invitedBy, demo: false, ...fixed };
    });
    await store.users.createAll(users);
  }
  await store.sql.run('vacuum analyze app_user');
}

const fixed = { vipUntilMs: null, state: 'ACTIVE', createdMs: 0 } as const;
