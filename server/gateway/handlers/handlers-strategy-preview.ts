import { type AppError, accepted } from '../../../core/contract/app-error.ts';
import type { PreviewLine, Suggestions } from '../../../core/contract/strategy-preview.ts';
import type {
  PreviewLineView,
  PreviewProblemView,
  SuggestionsView,
  strategyPreviewRoutes,
} from '../../../schemas/wire/strategy-preview.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import type { HandlersOf } from './handlers.ts';

/** Forms show what they would start, and what a strategy suggests. Params that break a rule are what it is asked about, and no failure. */
export const createStrategyPreviewHandlers = (strategies: Pick<InstanceService, 'preview'>): HandlersOf<typeof strategyPreviewRoutes> => ({
  strategyPreview: async ({ principal, body }) => {
    const { strategy, environment = 'production', params, suggest = false } = body;
    const preview = await strategies.preview(principal, { strategy, environment, params, suggest });
    if (!preview.ok) return preview;
    const { problem, lines, figures, suggestions } = preview.value;
    return accepted({
      problem: problem === null ? null : problemView(problem),
      lines: lines.map(lineView),
      figures: figures.map(({ title, key, params: values, warns = false }) => ({ title, key, params: { ...values }, warns })),
      suggestions: suggestions === null ? null : suggestionsView(suggestions),
    });
  },
});

const problemView = ({ params }: AppError): PreviewProblemView => ({
  field: String(params.field),
  rule: String(params.rule),
  params: { ...params },
});

const lineView = ({ instrumentId, price, side, qty, key }: PreviewLine): PreviewLineView => ({
  instrument: instrumentId,
  price,
  side,
  qty: qty ?? null,
  key: key ?? null,
});

const suggestionsView = ({ values, lack }: Suggestions): SuggestionsView => ({
  values: values.map(({ field, value, key, params }) => ({ field, value, key, params: { ...params } })),
  lack: lack === undefined ? null : { key: lack.key, params: { ...lack.params } },
});
