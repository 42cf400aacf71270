import type { Instance } from '../../../core/contract/strategies.ts';
import { type InstanceStatus, instanceStatuses, instanceStatusTable } from '../../../core/domain/instance-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { FilterField, FilterValues, TimeRange, Translate } from '../../../core/ui/index.ts';
import { instanceEnvironments } from '../../../schemas/wire/strategy.ts';
import type { Services } from '../requires.ts';
import type { StrategyTexts } from '../use-strategy-texts.ts';

const endedStatuses = instanceStatuses.filter((status) => isFinal(instanceStatusTable, status));

interface FieldSources extends Pick<Services['accounts'], 'apiAccounts'>, Pick<Services['strategies'], 'templates'> {
  readonly exchangeTitle: (exchange: string) => string;
  readonly texts: Pick<StrategyTexts, 'title'>;
}

/** What the history can be narrowed by, beside the time. */
export function historyFields({ apiAccounts, templates, exchangeTitle, texts }: FieldSources, t: Translate): readonly FilterField[] {
  const exchanges = [...new Set(apiAccounts.map(({ exchange }) => exchange))];
  return [
    {
      id: 'strategy',
      title: t('column.strategy'),
      options: templates.map(({ strategy }) => ({ value: strategy, label: texts.title(strategy) })),
    },
    {
      id: 'environment',
      title: t('column.environment'),
      options: instanceEnvironments.map((value) => ({ value, label: t(`environment.${value}`) })),
    },
    { id: 'status', title: t('column.status'), options: endedStatuses.map((value) => ({ value, label: t(`status.${value}`) })) },
    { id: 'exchange', title: t('column.exchange'), options: exchanges.map((value) => ({ value, label: exchangeTitle(value) })) },
    {
      id: 'account',
      title: t('column.account'),
      options: apiAccounts.map(({ apiId, name }) => ({ value: String(apiId), label: name })),
    },
  ];
}

/** The query that asks the server for what passes; unknown words of an older config are refused there and named. */
export function historyQuery(values: FilterValues, { fromMs, toMs }: TimeRange) {
  const { strategy, environment, status, exchange, account } = values;
  return {
    state: 'history' as const,
    ...(strategy === undefined ? {} : { strategy }),
    ...(environment === undefined ? {} : { environment: environment as Instance['environment'] }),
    ...(status === undefined ? {} : { status: status as InstanceStatus }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(account === undefined ? {} : { apiId: Number(account) }),
    ...(fromMs === undefined ? {} : { from: Math.floor(fromMs) }),
    ...(toMs === undefined ? {} : { to: Math.floor(toMs) }),
  };
}
