import type { HttpClient } from '../servers/http-client.ts';
import type { TestServer } from '../servers/test-server.ts';
import type { CallWalk } from '../servers/walks/call-walk.ts';
import { addLetter } from './letters.ts';
import { walkRegister } from './register-walk.ts';

/** What the house wrote to somebody, what administrators do with it, and people who come by codes. */
export async function walkOutbox(walk: CallWalk, server: TestServer, admin: HttpClient): Promise<void> {
  const list = { client: admin, name: 'outboxList', query: { search: 'walked@' } } as const;
  const letter = { kind: 'account', subject: 'Walked', address: 'walked@firm.example' } as const;
  const id = await walk.after(() => addLetter(server, { ...letter, failed: true }), list);
  const other = await addLetter(server, letter);
  const words = (delivery_id: string) => ({ client: admin, name: 'outboxBody', query: { delivery_id } }) as const;
  await walk.differs(words(id), words(other));
  await walk.changes({ client: admin, name: 'outboxRetry', body: { delivery_id: id } }, list);
  await walkRegister(walk, server.guest(), admin);
}
