import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, FailedState, lazyPart, Skeleton, SteadySuspense, type TableState, useText } from '../../core/ui/index.ts';
import shared from './backtest.module.css';
import styles from './backtest-panel.module.css';
import type { requires } from './requires.ts';
import { RunsList } from './runs/runs-list.tsx';
import { namespace, RunsStore } from './runs/runs-store.ts';
import { readSetup, type Setup, setupOf } from './setup/setup.ts';
import { SetupForm } from './setup/setup-form.tsx';

/** What was run comes when the first run is looked at. */
const ResultView = lazyPart(async () => (await import('./runs/result-view.tsx')).ResultView);
const CompareView = lazyPart(async () => (await import('./pictures/compare-view.tsx')).CompareView);

/** Backtests: a form at the left, runs and results at the right; one after the other where there is no room. */
export const Panel = observer(function BacktestPanel({ services, config, updateConfig, instrumentId }: PanelProps<typeof requires>) {
  const t = useText(namespace);
  const { strategies } = services;
  const store = useMemo(() => new RunsStore(services), [services]);
  useEffect(() => store.open() as () => void, [store]);
  const [setup, setSetup] = useState<Setup>(() => readSetup(config.setup));
  const left = useRef<HTMLElement>(null);
  const [side, setSide] = useState<'setup' | 'runs'>('setup');
  useKept(setup, (kept) => updateConfig({ setup: kept }));
  const fill = (next: Setup): void => {
    setSetup(next);
    setSide('setup');
  };
  if (strategies.failed) return <FailedState text={t('failed')} onRetry={() => strategies.reload()} />;
  if (strategies.loading) return <Skeleton rows={10} />;
  if (strategies.templates.length === 0) return <EmptyState icon="robot" text={t('noStrategies')} />;
  return (
    <div className={styles.frame}>
      <div className={styles.panel} data-side={side}>
        <div className={`${shared.words} ${styles.sides}`}>
          {(['setup', 'runs'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === side} onClick={() => setSide(one)}>
              {t(one === 'setup' ? 'setup' : 'tab.runs')}
            </button>
          ))}
        </div>
        <section ref={left} className={styles.left} aria-label={t('setup')}>
          <SetupForm
            services={services}
            store={store}
            setup={setup}
            change={(patch) => setSetup((before) => ({ ...before, ...patch }))}
            changeParams={(strategy, params) =>
              setSetup((before) => ([null, strategy].includes(before.strategy) ? { ...before, strategy, params } : before))
            }
            instrumentId={instrumentId}
            onStarted={() => setSide('runs')}
          />
        </section>
        <section className={styles.rightSide} aria-label={t('tab.runs')}>
          {store.chosen !== null ? (
            <SteadySuspense fallback={<Skeleton rows={12} />}>
              <ResultView services={services} store={store} onUse={fill} />
            </SteadySuspense>
          ) : (
            <div className={styles.stack} data-compares={store.compared.length > 1}>
              <RunsList
                services={services}
                store={store}
                state={(config.table as TableState | undefined) ?? {}}
                onState={(table) => updateConfig({ table })}
                onReuse={(run) => fill(setupOf(run.choice, run.name))}
                onNew={() => {
                  setSide('setup');
                  // On a narrow panel the form is there after the next drawing.
                  requestAnimationFrame(() => left.current?.querySelector<HTMLElement>('[role=combobox]')?.focus());
                }}
              />
              {store.compared.length > 1 && (
                <SteadySuspense fallback={<Skeleton rows={10} />}>
                  <CompareView services={services} store={store} />
                </SteadySuspense>
              )}
            </div>
          )}
        </section>
      </div>
    </div>
  );
});

/** Hands every later setup to the layout, which saves it. */
function useKept(setup: Setup, keep: (setup: Setup) => void): void {
  const save = useRef(keep);
  save.current = keep;
  const last = useRef(setup);
  useEffect(() => {
    if (last.current === setup) return;
    last.current = setup;
    save.current(setup);
  }, [setup]);
}
