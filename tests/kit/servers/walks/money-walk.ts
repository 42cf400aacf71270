import { httpBase, type RouteName, routes } from '../../../../schemas/wire/index.ts';
import type { HttpClient } from '../http-client.ts';
import type { TestServer } from '../test-server.ts';
import type { CallWalk, WalkCall } from './call-walk.ts';

const ask = (client: HttpClient, name: RouteName, query: object = {}): WalkCall => ({ client, name, query });
const act = (client: HttpClient, name: RouteName, body: object = {}): WalkCall => ({ client, name, body });

/** Money that finance books, a second person agrees to, and an owner asks for. */
export async function walkMoney(walk: CallWalk, server: TestServer): Promise<void> {
  const [finance, manager, admin, owner] = (await Promise.all(['finance', 'finance_manage', 'admin', 'trader1'].map(server.signIn))) as [
    HttpClient,
    HttpClient,
    HttpClient,
    HttpClient,
  ];
  const api_id = (await owner.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const reason = 'a walk through the calls';
  const form = new FormData();
  form.append('proof', new Blob(['%PDF-1.7 %%EOF']), 'receipt.pdf');
  const headers = { authorization: finance.token ?? '' };
  const sent = await fetch(`${server.url}${httpBase}${routes.movementProof.path}`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { readonly data: { readonly file_id: string } };
  const terms = { kind: 'deposit', api_id, account_type: 'spot', asset: 'USDT', reason, proof: 'R-1' };
  const list = ask(finance, 'movementList');
  const booked = [list, ask(finance, 'financeAccounts'), ask(finance, 'financeStatement', { api_id })];
  const table = ask(finance, 'financeStatementExport', { api_id });
  const small = act(finance, 'movementAsk', { ...terms, movement_id: 'walk-small', amount: '5', file_id: data.file_id });
  const balances = (['balanceCurrency', 'balanceAllow', 'balanceDataList', 'balanceAll'] as const).map((name) => ask(owner, name));
  await walk.changes(small, ...booked, table, ...balances, ask(finance, 'movementFile', { movement_id: 'walk-small' }));
  await walk.differs(ask(owner, 'balanceUnique'), ask(finance, 'balanceUnique'));
  walk.proven.add('movementProof');
  const state = ask(finance, 'financeState');
  await walk.changes(act(finance, 'movementAsk', { ...terms, movement_id: 'walk-large', amount: '50000', file_id: null }), list, state);
  await walk.changes(act(manager, 'movementDecide', { movement_id: 'walk-large', approve: true, reason }), ...booked, state);
  const asset = await server.signIn('asset');
  const second = await server.room.accounts.create({
    ...(server.room.accounts.get(api_id) as NonNullable<ReturnType<typeof server.room.accounts.get>>),
    name: 'Second',
  });
  const sides = { from: { account_type: 'spot' }, to: { api_id: second.apiId, account_type: 'spot' } };
  const allocation = { transfer_id: 'walk-allocation', api_id, ...sides, asset: 'USDT', amount: '1', reason };
  await walk.changes(
    act(asset, 'allocationMake', allocation),
    ask(asset, 'allocationList'),
    ask(owner, 'balances'),
    ask(owner, 'ledgerExport'),
  );
  await walk.changes(act(admin, 'financeLimitSave', { limit: '20000', reason }), state);
  await walk.changes(act(finance, 'financeProve'), state);
  const address = { label: 'Cold', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1Ch' };
  const [book, own] = [ask(owner, 'addressList'), ask(owner, 'withdrawalList')];
  const { address_id } = await walk.changes<{ address_id: string }>(act(owner, 'addressAdd', address), book);
  const wanted = { movement_id: 'walk-owner', api_id, account_type: 'spot', address_id, amount: '1' };
  await walk.changes(act(owner, 'withdrawalAsk', wanted), own, list);
  await walk.changes(act(owner, 'withdrawalTakeBack', { movement_id: 'walk-owner' }), own);
  await walk.changes(act(owner, 'addressRemove', { address_id }), book);
}
