import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Subscription } from '../../../core/contract/strategy.ts';
import { hasEnded } from '../../../core/domain/instance-status.ts';
import type { InstanceStateView, StateActorView, strategyStateRoutes } from '../../../schemas/wire/strategy-state.ts';
import type { SavedActor } from '../../runtime/driver/driver-snapshot.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import { JsonPruner } from '../../runtime/pruned-json.ts';
import type { InstanceRecord } from '../../store/strategies/instance-store.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import type { StrategyViews } from '../views/strategy-views.ts';
import type { HandlersOf } from './handlers.ts';

/** Characters of all states together; of a long history its beginning. */
const mostCharacters = 200_000;
const mostActors = 50;
const mostOthers = 200;

/** What instances think, for those who may look into them. */
export const createStrategyStateHandlers = (
  strategies: Pick<InstanceService, 'look'>,
  views: Pick<StrategyViews, 'actors'>,
  looks: Pick<AccountLooks, 'instancesSeen'>,
): HandlersOf<typeof strategyStateRoutes> => ({
  instanceState: async ({ principal, query }) => {
    const record = await strategies.look(principal, query.instance_id);
    if (record === null) return refused('INSTANCE_UNKNOWN');
    if (record.userId !== principal.userId) await looks.instancesSeen(principal, [record.userId]);
    return accepted(stateView(record, views.actors(record)));
  },
});

/** One that has ended remembers what it knew; it hears nothing any more and waits for nothing, whatever its last step left. */
function stateView({ instanceId, step, status }: InstanceRecord, actors: readonly SavedActor[]): InstanceStateView {
  const pruner = new JsonPruner(mostCharacters);
  const shown = actors.slice(0, mostActors).map((actor) => actorView(actor, pruner));
  const ended = { subscriptions: [], timers: [] };
  return { instance_id: instanceId, step, actors: hasEnded(status) ? shown.map((actor) => ({ ...actor, ...ended })) : shown };
}

function actorView({ id, kind, state, subscriptions, timers }: SavedActor, pruner: JsonPruner): StateActorView {
  pruner.cut = false;
  const value = pruner.pruned(state);
  const due = Object.entries(timers).map(([timer, dueMs]) => ({ timer, due: dueMs }));
  return {
    tag: id,
    kind,
    state: value,
    cut: pruner.cut,
    subscriptions: subscriptions.slice(0, mostOthers).map(subscriptionView),
    timers: due.sort((a, b) => a.due - b.due).slice(0, mostOthers),
  };
}

const subscriptionView = (subscription: Subscription): StateActorView['subscriptions'][number] => ({
  type: subscription.type,
  instrument: subscription.instrumentId,
  interval: subscription.type === 'candle' ? subscription.interval : null,
  levels: subscription.type === 'book' ? subscription.levels : null,
  low: subscription.type === 'band' ? subscription.low : null,
  high: subscription.type === 'band' ? subscription.high : null,
});
