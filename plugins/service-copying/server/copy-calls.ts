import { accepted } from '../../../core/contract/app-error.ts';
import { type RouteHandlers, userOf } from '../../../core/contract/server-contributions.ts';
import type { CopiedOrderView, CopyPlanView, copyingRoutes } from '../../../schemas/wire/copying.ts';
import type { CopyPlans } from './copy-plans.ts';
import type { CopyPlan } from './copy-rules.ts';
import type { CopiedOrder, CopyTables } from './copy-tables.ts';

const defaultPage = 20;

/** The plans and copies of the caller; those of others do not exist. */
export function copyCalls(plans: CopyPlans, tables: Pick<CopyTables, 'page'>): RouteHandlers<typeof copyingRoutes> {
  return {
    copyPlanList: async (request) => {
      const others = await plans.others(userOf(request));
      return accepted({
        plans: plans.of(userOf(request)).map(planView),
        others: others.map(({ apiId, ...other }) => ({ api_id: apiId, ...other })),
      });
    },
    copyPlanSave: async (request) => {
      const { main_api_id: mainApiId, on: isOn, sync_ratio: syncRatio, followers } = request.body;
      const saved = await plans.save(userOf(request), {
        ...{ mainApiId, isOn, syncRatio },
        followers: followers.map(({ api_id: apiId, ratio, max_amount: maxAmount, on }) => ({ apiId, ratio, maxAmount, isOn: on })),
      });
      return saved.ok ? accepted(planView(saved.value)) : saved;
    },
    copyPlanDelete: (request) => plans.remove(userOf(request), request.body.main_api_id),
    copyOrderList: async (request) => {
      const { before = null, limit = defaultPage } = request.query;
      const { items, next } = await tables.page(userOf(request), { before, limit });
      return accepted({ items: items.map(copiedOrderView), next });
    },
  };
}

const planView = ({ mainApiId, isOn, syncRatio, followers }: CopyPlan): CopyPlanView => ({
  ...{ main_api_id: mainApiId, on: isOn, sync_ratio: syncRatio },
  followers: followers.map(({ apiId, ratio, maxAmount, isOn: on }) => ({ api_id: apiId, ratio, max_amount: maxAmount, on })),
});

const copiedOrderView = ({ main, copies }: CopiedOrder): CopiedOrderView => ({
  ...{ main_api_id: main.mainApiId, order_id: main.orderId, instrument: main.instrumentId, side: main.side, type: main.type },
  ...{ price: main.price, qty: main.qty, quote_amount: main.quoteAmount, trigger_price: main.triggerPrice },
  ...{ filled_qty: main.filledQty, filled_quote: main.filledQuote, status: main.status, create_time: main.createdMs },
  copies: copies.map((copy) => ({
    ...{ api_id: copy.apiId, instrument: copy.instrumentId, state: copy.state, problem: copy.problem },
    ...{ order_id: copy.orderId, status: copy.status, qty: copy.qty, quote_amount: copy.quoteAmount },
    ...{ filled_qty: copy.filledQty, filled_quote: copy.filledQuote, update_time: copy.updatedMs },
  })),
});
