import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { InstanceStatus } from '../../../core/domain/instance-status.ts';
import {
  type InstanceView,
  instanceEnvironments,
  maxStartTemplates,
  StartTemplateContent,
  type strategyRoutes,
} from '../../../schemas/wire/strategy.ts';
import { noLimits } from '../../runtime/driver/account/trading-limits.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { Store } from '../../store/store.ts';
import type { InstanceNarrowing, InstanceRecord } from '../../store/strategies/instance-store.ts';
import { type NamedDocumentParts, NamedDocuments } from '../layouts/named-documents.ts';
import type { AccountDirectory } from '../ports.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import { deviationView } from '../views/deviation-view.ts';
import { plotViews } from '../views/plot-views.ts';
import {
  instanceEventView,
  limitNumbersOf,
  limitsOf,
  limitsView,
  markView,
  offerView,
  type StrategyViews,
} from '../views/strategy-views.ts';
import type { HandlersOf } from './handlers.ts';
import { createHaltHandlers } from './handlers-halt.ts';
import { sessionOf } from './handlers-user.ts';

interface StrategyHandlerParts extends NamedDocumentParts {
  readonly looks: Pick<AccountLooks, 'instancesSeen'>;
  readonly strategies: InstanceService;
  readonly views: StrategyViews;
  readonly instances: Store['instances'];
  readonly accounts: AccountDirectory;
  readonly audit: Pick<Store['audit'], 'append' | 'appendOwn'>;
  readonly traces: Pick<Store['traces'], 'append'>;
}

const defaultEvents = 100;
const defaultHistory = 50;

/** The calls about strategies. */
export function createStrategyHandlers(parts: StrategyHandlerParts): HandlersOf<typeof strategyRoutes> {
  const { strategies, views, instances, accounts, audit, traces, clock, looks } = parts;
  const templates = new NamedDocuments<StartTemplateContent>(parts, 'start-template', maxStartTemplates, StartTemplateContent);
  const viewed = (outcome: Outcome<InstanceRecord>): Outcome<InstanceView> =>
    outcome.ok ? accepted(views.instance(outcome.value)) : outcome;
  return {
    strategyTemplates: async ({ principal }) => accepted(strategies.admission.offers(principal).map(offerView)),
    strategyEnvironments: async () => accepted([...instanceEnvironments]),
    strategyStart: async ({ principal, body }) => {
      const { strategy, name, environment = 'production', params, limits } = body;
      const held = limits === undefined ? noLimits : limitsOf(limits);
      return viewed(await strategies.begin(principal, { strategy, name, environment, params, limits: held }));
    },
    strategyStop: async ({ principal, body }) => viewed(await strategies.stop(principal, body.instance_id)),
    strategyUpdate: async ({ principal, body }) => viewed(await strategies.update(principal, body.instance_id, body.params)),
    strategyUpdateCancel: async ({ principal, body }) => viewed(strategies.cancelUpdate(principal, body.instance_id)),
    instanceList: async (request) => {
      const { state, before, limit = defaultHistory } = request.query;
      const { userId } = sessionOf(request).principal;
      const narrowing = narrowingOf(request.query, accounts.of(request.principal, 'report'));
      if (state === 'running') {
        const records = strategies.running(userId).filter((record) => passes(record, narrowing));
        return accepted(records.map((record) => views.instance(record)));
      }
      const from = before === undefined ? null : await strategies.find(request.principal, before);
      if (before !== undefined && from === null) return refused('INSTANCE_UNKNOWN');
      const page = await instances.list({ userId, running: false, limit, ...narrowing, ...(from === null ? {} : { before: from }) });
      return accepted(page.map((record) => views.instance(record)));
    },
    instanceInfo: async ({ principal, query }) => {
      const { instance_id, before_event, limit = defaultEvents } = query;
      const record = await strategies.find(principal, instance_id);
      if (record === null) return refused('INSTANCE_UNKNOWN');
      const events = await instances.events({ instanceId: instance_id, beforeId: before_event, limit });
      return accepted({
        instance: views.instance(record),
        positions: views.positions(record),
        orders: views.orders(record),
        events: events.map(instanceEventView),
      });
    },
    instancePositions: async (request) => {
      const { instance_id } = request.query;
      const one = instance_id === undefined ? null : await strategies.find(request.principal, instance_id);
      if (instance_id !== undefined && one === null) return refused('INSTANCE_UNKNOWN');
      const records = one === null ? strategies.running(sessionOf(request).principal.userId) : [one];
      return accepted(records.flatMap((record) => views.positions(record)));
    },
    instanceMarks: async ({ principal, query }) => {
      const { instance_id, before_event, limit = defaultEvents } = query;
      if ((await strategies.find(principal, instance_id)) === null) return refused('INSTANCE_UNKNOWN');
      const events = await instances.events({ instanceId: instance_id, kind: 'fill', beforeId: before_event, limit });
      return accepted(events.map(markView));
    },
    instancePlots: async ({ principal, query }) => {
      const { instance_id, since = 0 } = query;
      const record = await strategies.look(principal, instance_id);
      if (record === null) return refused('INSTANCE_UNKNOWN');
      if (record.userId !== principal.userId) await looks.instancesSeen(principal, [record.userId]);
      const [plugin = ''] = record.strategy.split('/');
      return accepted(plotViews(plugin, await instances.plots(instance_id, since)));
    },
    instanceDeviations: async ({ principal, query }) => {
      const { instance_id, before_event, limit = defaultEvents } = query;
      if ((await strategies.find(principal, instance_id)) === null) return refused('INSTANCE_UNKNOWN');
      const events = await instances.events({ instanceId: instance_id, kind: 'fill', beforeId: before_event, limit });
      return accepted(events.flatMap((event) => deviationView(event) ?? []));
    },
    startTemplateList: async (request) => accepted(await templates.list(sessionOf(request).principal.userId)),
    startTemplateSave: (request) => templates.save(sessionOf(request).principal.userId, request.body),
    startTemplateDelete: (request) => {
      const { template_id, revision } = request.body;
      return templates.delete(sessionOf(request).principal.userId, template_id, revision);
    },
    strategyLimits: async (request) => {
      const { api_id } = request.query;
      if (api_id === undefined) return accepted(limitsView(strategies.limitsOf(`user/${sessionOf(request).principal.userId}`)));
      const barred = accounts.may(request.principal, api_id, 'see');
      if (barred !== null) return denied(barred);
      return accepted(limitsView(strategies.limitsOf(`account/${api_id}`)));
    },
    strategyLimitsSave: async (request) => {
      const { api_id, limits } = request.body;
      const barred = accounts.may(request.principal, api_id, 'reduce');
      if (barred !== null) return denied(barred);
      await strategies.changeLimits(`account/${api_id}`, limitNumbersOf(limits));
      return accepted(limitsView(strategies.limitsOf(`account/${api_id}`)));
    },
    ...createHaltHandlers({ limits: strategies, accounts, audit, traces, clock }),
  };
}

interface InstanceQuery {
  readonly strategy?: string;
  readonly environment?: string;
  readonly status?: InstanceStatus;
  readonly exchange?: string;
  readonly api_id?: number;
  readonly from?: number;
  readonly to?: number;
  readonly ended_from?: number;
}

function narrowingOf(query: InstanceQuery, owned: ReturnType<AccountDirectory['of']>): InstanceNarrowing {
  const { strategy, environment, status, exchange, api_id, from, to, ended_from } = query;
  const isAsked = (one: (typeof owned)[number]): boolean =>
    (api_id === undefined || one.apiId === api_id) && (exchange === undefined || one.exchange === exchange);
  const apiIds = api_id === undefined && exchange === undefined ? undefined : owned.filter(isAsked).map(({ apiId }) => apiId);
  return { strategy, environment, status, apiIds, fromMs: from, toMs: to, endedFromMs: ended_from };
}

/** The answer of the store's list, for what is in memory. */
const passes = (record: InstanceRecord, { strategy, environment, status, apiIds, fromMs, toMs, endedFromMs }: InstanceNarrowing): boolean =>
  (strategy === undefined || record.strategy === strategy) &&
  (environment === undefined || record.environment === environment) &&
  (status === undefined || record.status === status) &&
  (apiIds === undefined || record.apiIds.some((apiId) => apiIds.includes(apiId))) &&
  record.createdMs >= (fromMs ?? record.createdMs) &&
  record.createdMs < (toMs ?? Number.POSITIVE_INFINITY) &&
  (endedFromMs === undefined || (record.stoppedMs !== null && record.stoppedMs >= endedFromMs));
