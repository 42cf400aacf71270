import type { RouteName } from '../../../../schemas/wire/index.ts';
import type { HttpClient } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** What was done with them, as the audit log tells of it. */
export async function walkAudit(walk: CallWalk, { signIn, store }: Pick<TestServer, 'signIn' | 'store'>): Promise<void> {
  const admin = await signIn('admin');
  const body = { username: 'walk_audit', email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason: 'a walk' };
  const log = [ask(admin, 'auditList', { group: 'permissions' }), ask(admin, 'auditExport', { group: 'permissions' })];
  await walk.changes(act(admin, 'personCreate', body), ...log);
  await walk.changes(act(admin, 'auditCheckStart'), ask(admin, 'auditCheck'));
  await store.audit.sealOrders('tessera', Date.now());
  const [{ id: entry } = { id: 0 }] = (await store.audit.page({ action: 'orders.sealed', limit: 1 })).items;
  for (const name of ['auditSealOrders', 'auditSealExport'] as const)
    await walk.differs(ask(admin, name, { entry }), ask(admin, name, { entry: 0 }));
}

/** People whom an administrator makes, changes and looks at. */
export async function walkPeople(walk: CallWalk, admin: HttpClient): Promise<void> {
  const reason = 'a walk through the calls';
  const terms = { email: null, phone: null, role: 'user', vip_level: 0, vip_until: null, reason };
  const list = ask(admin, 'peopleList', { search: 'walk_' });
  const create = act(admin, 'personCreate', { ...terms, username: 'walk_one' });
  const { person } = await walk.changes<{ person: { user_id: string } }>(create, list);
  const one = { user_id: person.user_id };
  const [read, history] = [ask(admin, 'personGet', one), ask(admin, 'personHistory', one)];
  const table = ask(admin, 'peopleExport', { search: 'walk_' });
  await walk.changes(act(admin, 'personChange', { ...one, version: 0, vip_level: 1, reason }), list, read, history, table);
  await walk.changes(act(admin, 'personNote', { ...one, body: 'Called' }), read, history);
  await walk.changes(act(admin, 'personPassword', { ...one, reason }), history);
  await walk.changes(act(admin, 'personSessionsEnd', { ...one, reason }), history);
  await walk.changes(act(admin, 'peopleImport', { csv: 'username,role\nwalk_two,user', dry: false, reason }), list);
}
