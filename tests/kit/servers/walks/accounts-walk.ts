import type { RouteName } from '../../../../schemas/wire/index.ts';
import { duo, duoKey } from '../../venues/two-type-venue.ts';
import type { HttpClient } from '../http-client.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** An account that its owner opens, changes, shows to an observer and deletes. */
export async function walkAccounts(walk: CallWalk, owner: HttpClient, observer: HttpClient): Promise<void> {
  const own = ask(owner, 'accountOwn');
  const groups = ask(owner, 'accountGroupList');
  const { group_id } = await walk.changes<{ group_id: number }>(act(owner, 'accountGroupSave', { name: 'Walked' }), own, groups);
  const terms = { name: 'Walked', permissions: ['spot'], group_id, expire_time: null };
  const save = act(owner, 'accountSave', { ...terms, exchange: 'tessera' });
  const { api_id } = await walk.changes<{ api_id: number }>(save, own, ask(owner, 'apiList'));
  await walk.changes(act(owner, 'accountSaveActive', { api_id, active: false }), own);
  const lists = [ask(owner, 'authorisationList'), ask(observer, 'observerAccounts')];
  const give = act(owner, 'authorisationGive', { api_id, grantee: 'observer', acts: ['see'], until: null });
  const { grantee_id } = await walk.changes<{ grantee_id: string }>(give, ...lists);
  await walk.changes(act(owner, 'authorisationTake', { api_id, grantee_id }), ...lists);
  await walk.differs(ask(owner, 'observerSelectList'), ask(observer, 'observerSelectList'));
  await walk.changes(act(owner, 'accountGroupDelete', { group_id }), own, groups);
  await walk.changes(act(owner, 'accountDelete', { api_id }), own, ask(owner, 'apiList'));
}

/** An account that somebody brings from an exchange that wants his keys. */
export async function walkAccountKeys(walk: CallWalk, owner: HttpClient): Promise<void> {
  const body = { name: 'Brought', exchange: duo, permissions: ['spot'], group_id: null, expire_time: null, ...duoKey };
  await walk.changes(act(owner, 'accountSaveKeys', body), ask(owner, 'accountOwn'), ask(owner, 'apiList'));
}

/** Running instances of an owner, looked at by an observer once their account is opened to him. */
export async function walkObserver(walk: CallWalk, owner: HttpClient, observer: HttpClient, apiId: number): Promise<void> {
  const looks = [
    ask(observer, 'observerInstances', { state: 'running' }),
    ask(observer, 'observerStat'),
    ask(observer, 'observerPositions'),
  ];
  const give = act(owner, 'authorisationGive', { api_id: apiId, grantee: 'observer', acts: ['see'], until: null });
  const { grantee_id } = await walk.changes<{ grantee_id: string }>(give, ...looks);
  await walk.changes(act(owner, 'authorisationTake', { api_id: apiId, grantee_id }), ...looks);
}

/** One running instance that is opened alone, without its account. */
export async function walkInstanceGrant(walk: CallWalk, owner: HttpClient, observer: HttpClient): Promise<void> {
  const [one] = await owner.call('instanceList', { query: { state: 'running' } });
  const instance_id = one?.instance_id ?? '';
  const looks = [ask(observer, 'observerInstances', { state: 'running' }), ask(observer, 'observerHeldInstances')];
  const lists = [ask(owner, 'instanceAuthorisationList'), ...looks];
  const give = act(owner, 'instanceAuthorisationGive', { instance_id, grantee: 'observer', until: null });
  const { grantee_id } = await walk.changes<{ grantee_id: string }>(give, ...lists);
  await walk.changes(act(owner, 'instanceAuthorisationTake', { instance_id, grantee_id }), ...lists);
}

/** An account that follows another one until it does not any more; its copy is refused for want of money, which is told as well. */
export async function walkCopying(walk: CallWalk, owner: HttpClient): Promise<void> {
  const main_api_id = (await owner.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const terms = { name: 'Walk follows', exchange: 'tessera', permissions: ['spot' as const], group_id: null, expire_time: null };
  const { api_id } = await owner.call('accountSave', { body: terms });
  const plans = ask(owner, 'copyPlanList');
  const followers = [{ api_id, ratio: '50', max_amount: null, on: true }];
  await walk.changes(act(owner, 'copyPlanSave', { main_api_id, on: true, sync_ratio: '100', followers }), plans);
  const market = { api_id: main_api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' };
  const order = act(owner, 'doOrder', { ...market, side: 'BUY', type: 'LIMIT', price: '20000', qty: '0.01' });
  const [{ order_id }] = await walk.changes<[{ order_id: string }]>(order, ask(owner, 'copyOrderList'));
  await walk.changes(act(owner, 'cancelOrder', { ...market, order_id }), ask(owner, 'copyOrderList'));
  await walk.changes(act(owner, 'copyPlanDelete', { main_api_id }), plans);
}
