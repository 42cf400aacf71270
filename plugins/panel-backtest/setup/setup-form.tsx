import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../core/contract/forms.ts';
import type { StrategyTemplate } from '../../../core/contract/strategies.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import { ChoiceField, Icon, Skeleton, SteadySuspense, splitKey, TextField, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { marketFields, sweepFields } from '../pictures/sweep-axis.ts';
import type { Services } from '../requires.ts';
import { namespace, type RunsStore } from '../runs/runs-store.ts';
import { CostFields } from './cost-fields.tsx';
import { DataFields } from './data-fields.tsx';
import { lockedText } from './locked-text.ts';
import { MethodFields } from './method-fields.tsx';
import { choiceOf, commonSources, type Setup, type SetupProblem, setupProblems } from './setup.ts';
import styles from './setup-form.module.css';
import { useRecordedMarkets, useSources } from './use-sources.ts';

interface SetupFormProps {
  readonly services: Services;
  readonly store: RunsStore;
  readonly setup: Setup;
  readonly change: (patch: Partial<Setup>) => void;
  /** Takes params of a strategy, unless another one has been chosen meanwhile. */
  readonly changeParams: (strategy: string, params: Setup['params']) => void;
  /** Market of the panel's link group: a form without a market begins with it. */
  readonly instrumentId: string | null;
  /** A run was taken into the queue. */
  readonly onStarted: () => void;
}

/** Everything that decides a run; Enter starts it. */
export const SetupForm = observer(function SetupForm(props: SetupFormProps) {
  const { services, setup, change } = props;
  const t = useText(namespace);
  const { templates } = services.strategies;
  const { i18n } = useTranslation(templates.map(({ plugin }) => plugin));
  const textOf = (key: string): string => {
    const split = splitKey(key);
    return i18n.t(split.key, { ns: split.namespace });
  };
  const template = templates.find(({ strategy }) => strategy === setup.strategy) ?? templates[0];
  if (template === undefined) return null;
  return (
    <div className={styles.setup}>
      <ChoiceField
        label={t('field.strategy')}
        value={template.strategy}
        options={templates.map((one) => [one.strategy, one.locked ? `${textOf(one.title)} · ${t('lockedShort')}` : textOf(one.title)])}
        onChange={(strategy) => strategy !== template.strategy && change({ strategy, params: {}, axes: [] })}
        help={lockedText(template, t) ?? textOf(template.description)}
      />
      <TemplateForm key={template.strategy} {...props} template={template} textOf={textOf} />
    </div>
  );
});

interface TemplateFormProps extends SetupFormProps {
  readonly template: StrategyTemplate;
  readonly textOf: (key: string) => string;
}

const TemplateForm = observer(function TemplateForm(props: TemplateFormProps) {
  const { services, store, setup, change, changeParams, onStarted, template, textOf } = props;
  const t = useText(namespace);
  const [wrong, setWrong] = useState<readonly FieldProblem[]>([]);
  const [revealed, setRevealed] = useState(false);
  const [starting, setStarting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) showFirstWrong(form.current);
  }, [refusals]);
  const fields = useMemo(() => sweepFields(template.schema as object), [template]);
  useFirstMarket(props);
  const recorded = useRecordedMarkets(services);
  const markets = useMemo(() => instrumentsIn(setup.params), [setup.params]);
  const found = useSources(services, markets);
  const common = commonSources(found.sources, markets);
  const source = common.find(({ key }) => key === setup.source) ?? common[0] ?? null;
  const assets = assetsOf(services, markets);
  const whole = withBalances(setup, assets);
  const problems = setupProblems(whole, source, fields);
  const errorOf = (field: SetupProblem['field'], at?: number): string | null => {
    const problem = problems.find((one) => one.field === field && one.at === at);
    const isShown = revealed || field === 'period' || field === 'drawn';
    return problem === undefined || !isShown ? null : t(`problem.${problem.field}.${problem.key}`);
  };
  const standardName = [textOf(template.title), markets.map((id) => parseInstrumentId(id)?.symbol).join('/')].join(' ').trim().slice(0, 60);
  const start = async (): Promise<void> => {
    setRevealed(true);
    if (template.locked || starting) return;
    if (source === null || problems.length > 0 || wrong.length > 0) return setRefusals(refusals + 1);
    setStarting(true);
    const choice = choiceOf({ ...whole, strategy: template.strategy }, source, fields);
    const isTaken = await store.start(setup.name.trim() === '' ? standardName : setup.name.trim(), choice);
    setStarting(false);
    if (isTaken) onStarted();
  };
  const { SchemaForm } = services.forms;
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('setup')}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <SteadySuspense fallback={<Skeleton rows={8} />}>
        <SchemaForm
          label={t('section.params')}
          schema={template.schema as object}
          value={setup.params}
          moreMarkets={recorded}
          mode={template.locked ? 'locked' : 'new'}
          revealed={revealed}
          onChange={(params, found) => {
            setWrong(found);
            changeParams(template.strategy, params);
          }}
        />
      </SteadySuspense>
      <Section title={t('section.data')}>
        <DataFields {...{ setup, change, markets, found, common, source, errorOf }} />
      </Section>
      <Section title={t('section.costs')}>
        <CostFields {...{ api: services.api, setup: whole, change, assets, source, errorOf }} />
      </Section>
      <Section title={t('section.method')}>
        <MethodFields {...{ setup, change, fields, titleOf: textOf, errorOf }} />
      </Section>
      <div className={styles.startBar}>
        <TextField label={t('field.name')} value={setup.name} onChange={(name) => change({ name })} placeholder={standardName} />
        {revealed && problems.length + wrong.length > 0 && (
          <p className={shared.error} role="alert">
            {t('problems', { count: problems.length + wrong.length })}
          </p>
        )}
        <Button type="submit" appearance="primary" disabled={template.locked || starting} icon={<Icon name="history" size={14} />}>
          {t(`run.${setup.mode}`)}
        </Button>
      </div>
    </form>
  );
});

/** A strategy that needs one market begins with that of the link group. */
function useFirstMarket({ template, setup, changeParams, instrumentId }: TemplateFormProps): void {
  const first = useRef(true);
  useEffect(() => {
    if (!first.current || instrumentId === null) return;
    first.current = false;
    const [field, ...others] = marketFields(template.schema as object);
    if (field === undefined || others.length > 0 || setup.params[field] !== undefined) return;
    changeParams(template.strategy, { ...setup.params, [field]: instrumentId });
  }, [template, setup, changeParams, instrumentId]);
}

const Section = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children}
  </section>
);

const quotes = ['USDT', 'USDC', 'USD', 'BTC'] as const;
const standardQuote = '100000';

/** Assets of the markets, quotes first; a recorded market that is not open here tells them by its symbol. */
function assetsOf({ markets }: Pick<Services, 'markets'>, ids: readonly string[]): readonly string[] {
  const pairs = ids.map((id): readonly [quote: string, base: string] => {
    const instrument = markets.instrument(id);
    if (instrument !== null) return [instrument.quote, instrument.base];
    const { symbol, accountType } = parseInstrumentId(id) ?? { symbol: '', accountType: '' };
    const quote = quotes.find((one) => symbol.endsWith(one) && symbol.length > one.length) ?? '';
    // Of a linear contract only the margin is held.
    return [quote, accountType === 'usdm' ? '' : symbol.slice(0, symbol.length - quote.length)];
  });
  return [...new Set([...pairs.map(([quote]) => quote), ...pairs.map(([, base]) => base)])].filter((asset) => asset !== '');
}

/** Amounts of these assets only; the first quote has some unless it was cleared. */
const withBalances = (setup: Setup, assets: readonly string[]): Setup => ({
  ...setup,
  balances: Object.fromEntries(assets.map((asset, at) => [asset, setup.balances[asset] ?? (at === 0 ? standardQuote : '')])),
});

/** Away from the edge, where the bar with the button lies over the fields. */
function showFirstWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
