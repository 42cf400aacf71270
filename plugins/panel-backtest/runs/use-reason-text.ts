import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestRun, SweepRow } from '../../../core/contract/backtest-runs.ts';
import { useFaultText, useText } from '../../../core/ui/index.ts';
import { namespace } from './runs-store.ts';

type Reason = NonNullable<SweepRow['reason']>;
export type ReasonText = (reason: Reason) => string;

/** Why a run has no result, with the names that the form gives to fields and the strategy's plugin to rules. */
export function useReasonText(run: BacktestRun, titleOf: (field: string) => string): ReasonText {
  const t = useText(namespace);
  const faultText = useFaultText();
  const [plugin = ''] = run.choice.strategy.split('/');
  const { i18n } = useTranslation(plugin);
  return useCallback(
    ({ key, params }) => {
      const field = params.field === undefined ? {} : { field: titleOf(String(params.field)) };
      const rule = key === 'rule' ? { rule: i18n.t(String(params.rule), { ns: plugin, ...params }) } : {};
      const problem = key === 'strategy' ? { problem: faultText(String(params.problem)) } : {};
      return t(`reason.${key}`, { ...params, ...field, ...rule, ...problem });
    },
    [faultText, i18n, plugin, t, titleOf],
  );
}
