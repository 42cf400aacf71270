import type { RouteName } from '../../../../schemas/wire/index.ts';
import type { HttpClient } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });
const reason = 'a walk through the calls';

/** What risk stops and takes up again, with a second person. */
export async function walkRisk(walk: CallWalk, server: TestServer): Promise<void> {
  const [risk, admin, owner] = (await Promise.all(['risk', 'admin', 'trader1'].map(server.signIn))) as [HttpClient, HttpClient, HttpClient];
  const switches = ask(risk, 'riskSwitches');
  const target = { about: 'everyone' };
  await walk.changes(act(risk, 'riskSwitchThrow', { target, reason }), switches);
  await walk.changes(act(risk, 'riskSwitchRelease', { target, reason }), switches);
  await walk.changes(act(admin, 'riskReleaseDecide', { approve: true, reason }), switches);
  const limit = { kind: 'asset', key: 'BTC', net: '1000000000', gross: null, reason };
  await walk.changes(act(risk, 'riskLimitSave', limit), ask(risk, 'riskExposure'));
  const api_id = (await owner.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const order = {
    api_id,
    exchange: 'tessera',
    symbol: 'BTCUSDT',
    account_type: 'spot',
    side: 'BUY',
    type: 'LIMIT',
    price: '10000',
    qty: '0.01',
  };
  await owner.call('doOrder', { body: order as never });
  await walk.changes(act(risk, 'riskCancelAll', { target: { about: 'account', api_id }, reason }), ask(owner, 'openOrders'));
  await owner.call('doOrder', { body: order as never });
  const closing = { api_id, instrument: 'tessera/BTCUSDT/spot', closing_id: 'a-walk-through', reason };
  await walk.changes(act(risk, 'riskClose', closing), ask(owner, 'openOrders'));
  await walk.differs(ask(risk, 'riskPositions', { username: 'trader1' }), ask(risk, 'riskPositions', { username: 'trader2' }));
}

/** An instance of somebody that risk stops. */
export async function walkRiskInstance(walk: CallWalk, risk: HttpClient, instanceId: string): Promise<void> {
  const stop = act(risk, 'riskInstanceStop', { instance_ids: [instanceId], reason });
  await walk.changes(stop, ask(risk, 'riskInstances', { state: 'running' }));
}
