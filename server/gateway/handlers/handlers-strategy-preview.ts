import { accepted } from '../../../core/contract/app-error.ts';
import type { strategyPreviewRoutes } from '../../../schemas/wire/strategy-preview.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { HandlersOf } from './handlers.ts';

/** Forms show on the chart what they would start. Params that break a rule are what it is asked about, and no failure. */
export const createStrategyPreviewHandlers = (strategies: Pick<InstanceService, 'preview'>): HandlersOf<typeof strategyPreviewRoutes> => ({
  strategyPreview: async ({ principal, body }) => {
    const { strategy, environment = 'production', params } = body;
    const lines = await strategies.preview(principal, { strategy, environment, params });
    if (!lines.ok) {
      const { code, params: values } = lines.error;
      if (code !== 'STRATEGY_PARAMS_INVALID') return lines;
      return accepted({ problem: { field: String(values.field), rule: String(values.rule), params: { ...values } }, lines: [] });
    }
    return accepted({
      problem: null,
      lines: lines.value.map(({ instrumentId, price, side, qty = null, key = null }) => ({
        instrument: instrumentId,
        price,
        side,
        qty,
        key,
      })),
    });
  },
});
