import { routes } from '../../../schemas/wire/index.ts';

/** What each call about money would take. */
export const moneyBodies = {
  financeLimitSave: { limit: '10000', reason: 'malformed' },
  movementAsk: {
    ...{ movement_id: 'malformed', kind: 'deposit', api_id: 1, account_type: 'spot', asset: 'USDT', amount: '1' },
    ...{ reason: 'malformed', proof: 'R-1', file_id: null },
  },
  allocationMake: {
    ...{ transfer_id: 'malformed', api_id: 1, from: { account_type: 'spot' }, to: { api_id: 2, account_type: 'spot' } },
    ...{ asset: 'USDT', amount: '1', reason: 'malformed' },
  },
  movementDecide: { movement_id: 'malformed', approve: true, reason: 'malformed' },
  withdrawalAsk: { movement_id: 'malformed', api_id: 1, account_type: 'spot', address_id: 'a', amount: '1' },
  withdrawalTakeBack: { movement_id: 'malformed' },
  addressAdd: { label: 'Cold', asset: 'USDT', network: 'TRC20', address: 'TQn9Y2khEsLJW1Ch' },
  addressRemove: { address_id: 'a' },
  copyPlanSave: { main_api_id: 1, on: true, sync_ratio: '100', followers: [{ api_id: 2, ratio: '50', max_amount: '10', on: true }] },
  copyPlanDelete: { main_api_id: 1 },
};

export const moneyQueries = {
  financeStatement: { api_id: '1' },
  financeStatementExport: { api_id: '1' },
  movementFile: { movement_id: 'malformed' },
  copyOrderList: { before: '1', limit: '10' },
};

/** Calls that are closed to administrators. */
export const ofFinance: readonly string[] = [routes.movementAsk, routes.movementDecide, routes.movementProof].map(({ path }) => path);
export const ofAsset: readonly string[] = [routes.allocationMake.path];
