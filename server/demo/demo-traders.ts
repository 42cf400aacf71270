import { type DemoInstance, type DemoTrader, demoTradersPoint } from '../../core/contract/demo.ts';
import type { Logger } from '../../core/contract/server-services.ts';
import type { Kernel } from '../../core/kernel/index.ts';
import { noLimits } from '../runtime/driver/account/trading-limits.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import { derivedPassword } from '../secrets/master-key.ts';
import type { UserRecord } from '../store/records.ts';
import type { InstanceRecord } from '../store/strategies/instance-store.ts';
import { type DemoParts, depositOnce, ensureDemoUser } from './demo-people.ts';

interface DemoTraderParts extends DemoParts {
  readonly kernel: Pick<Kernel, 'contributions'>;
  readonly strategies: Pick<InstanceService, 'begin' | 'running' | 'ownedByHouse'>;
  readonly logger: Logger;
}

/**
 * Brings the traders that plugins contribute to the demo: each a person with a funded account, whose strategy instances are started
 * as everybody's are. Instances of an earlier start go on as any others do. Traders of an exchange that is not there stay away, and what fails is logged: the demo goes on without them.
 */
export async function startDemoTraders(parts: DemoTraderParts): Promise<void> {
  try {
    await startAll(parts);
  } catch (error) {
    parts.logger.error({ err: error }, 'the demo has no traders');
  }
}

async function startAll(parts: DemoTraderParts): Promise<void> {
  const { kernel, logger } = parts;
  for (const { pluginId, value } of kernel.contributions<readonly DemoTrader[]>(demoTradersPoint).list()) {
    for (const trader of value) await startTrader(parts, trader);
    logger.info({ plugin: pluginId, traders: value.map(({ username }) => username) }, 'the demo has traders of a plugin');
  }
}

async function startTrader(parts: DemoTraderParts, trader: DemoTrader): Promise<void> {
  const venue = parts.venues.find(({ exchange }) => exchange === trader.exchange);
  if (venue === undefined) return;
  const { username, role, vipLevel } = trader;
  const user = await ensureDemoUser(parts, { username, role, vipLevel }, derivedPassword(parts.masterKey, `demo:${username}`));
  if (user.state !== 'DISABLED') await parts.people.change(user.id, { state: 'DISABLED' });
  parts.strategies.ownedByHouse(user.id);
  const { apiId } = await parts.accounts.ensureAccount(user.id, venue.exchange);
  await depositOnce(parts, apiId, venue, trader.funds);
  for (const instance of trader.instances) await ensureInstance(parts, user, apiId, instance);
}

async function ensureInstance(
  { strategies, logger }: DemoTraderParts,
  { id: userId, username, role, vipLevel }: UserRecord,
  apiId: number,
  { name, strategy, instrumentId, params }: DemoInstance,
): Promise<void> {
  const isSame = (record: InstanceRecord): boolean =>
    record.strategy === strategy && (record.params as { readonly instrumentId?: unknown }).instrumentId === instrumentId;
  if (strategies.running(userId).some(isSame)) return;
  const outcome = await strategies.begin(
    { userId, username, role, vipLevel },
    { strategy, name, environment: 'production', params: { ...params, apiId, instrumentId }, limits: noLimits },
  );
  if (!outcome.ok) logger.warn({ err: outcome.error, strategy, market: instrumentId }, 'a trader of the demo could not start');
}
