import { routes } from '../../../schemas/wire/index.ts';

const reason = 'malformed';

/** What each call about risk would take. */
export const riskBodies = {
  riskInstanceStop: { instance_ids: [`s${'0'.repeat(19)}`], reason },
  riskLimitSave: { kind: 'asset', key: 'NONE', net: '1', gross: '1', reason },
  riskSwitchThrow: { target: { about: 'market', instrument: 'tessera/NONE/spot' }, reason },
  riskSwitchRelease: { target: { about: 'market', instrument: 'tessera/NONE/spot' }, reason },
  riskReleaseDecide: { approve: false, reason },
  riskCancelAll: { target: { about: 'exchange', exchange: 'nowhere' }, reason },
  riskClose: { api_id: 1, closing_id: 'malformed', reason },
};

/** Calls that are closed to administrators. */
export const ofRisk: readonly string[] = [
  routes.riskInstanceStop,
  routes.riskLimitSave,
  routes.riskSwitchThrow,
  routes.riskSwitchRelease,
  routes.riskCancelAll,
  routes.riskClose,
].map(({ path }) => path);
