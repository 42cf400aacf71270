import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { BacktestRun, BacktestStep } from '../../../core/contract/backtest-runs.ts';
import type { StrategyAction } from '../../../core/contract/strategy.ts';
import {
  BarCheck,
  type Column,
  DataTable,
  DateInput,
  EmptyState,
  FailedState,
  IconButton,
  PanelBody,
  Skeleton,
  TimeText,
  type Translate,
  useText,
} from '../../../core/ui/index.ts';
import { askingActions } from '../../../schemas/wire/backtest-steps.ts';
import type { Services } from '../requires.ts';
import { moneyText } from '../runs/figure-text.ts';
import { namespace } from '../runs/runs-store.ts';
import { StepDetails } from './step-details.tsx';
import styles from './steps.module.css';
import { StepsStore } from './steps-store.ts';

interface StepsViewProps {
  readonly services: Services;
  readonly run: BacktestRun;
  readonly onClose: () => void;
}

const farMove = 10;
const keyOf = ({ number }: BacktestStep): string => String(number);
/** Keys work at once: the button that led here is gone. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A finished run moment by moment: the list at the left, at the right what the strategy heard, did and knew. */
export const StepsView = observer(function StepsView({ services, run, onClose }: StepsViewProps) {
  const t = useText(namespace);
  const store = useMemo(() => new StepsStore(services.api, run.runId), [services, run.runId]);
  useEffect(() => {
    void store.look({ page: 0 });
    return () => store.close();
  }, [store]);
  const columns = useMemo(() => stepColumns(t), [t]);
  const { page, waiting, error } = store;
  const bar = (
    <div className={styles.bar}>
      <IconButton icon="list" label={t('steps.back')} onClick={onClose} />
      <strong className={styles.name} title={run.name}>
        {t('steps.title', { name: run.name })}
      </strong>
      <BarCheck text={t('steps.onlyMarked')} checked={store.onlyMarked} onChange={(only) => void store.filter(only)} />
      <JumpField store={store} />
      <Moves store={store} />
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for all that is inside, each of which has a button
    <div ref={takeFocus} tabIndex={-1} className={styles.frame} onKeyDown={(event) => takesKey(store, event) && event.preventDefault()}>
      <PanelBody bar={bar}>
        {error !== null ? (
          <FailedState text={services.texts.errorText(error)} onRetry={() => void store.look({ page: page?.page ?? 0 })} />
        ) : page === null ? (
          <Replaying store={store} />
        ) : (
          <div className={styles.columns} aria-busy={waiting !== null}>
            <div className={styles.list}>
              <DataTable
                label={t('steps.list')}
                rows={page.steps}
                columns={columns}
                rowKey={keyOf}
                markedKey={String(store.chosen)}
                follows
                onActivate={({ number }) => store.choose(number)}
                empty={<EmptyState icon="info" text={t('steps.none')} />}
              />
              <Pages store={store} />
            </div>
            <StepDetails services={services} run={run} store={store} />
          </div>
        )}
      </PanelBody>
    </div>
  );
});

/** True when it took the key. */
function takesKey(store: StepsStore, event: KeyboardEvent<HTMLElement>): boolean {
  if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  // A key that is held steps as fast as the answers come.
  if (event.repeat && store.waiting !== null) return true;
  const far = event.shiftKey ? farMove : 1;
  if (event.key === 'ArrowLeft') void store.move(-far);
  else if (event.key === 'ArrowRight') void store.move(far);
  else if (event.key.toLowerCase() === 'n') void store.nextMark();
  else if (event.key.toLowerCase() === 'p') void store.previousMark();
  else return false;
  return true;
}

const Moves = observer(function Moves({ store }: { readonly store: StepsStore }) {
  const t = useText(namespace);
  const moves: readonly [string, () => Promise<void>][] = [
    ['previousMark', store.previousMark],
    ['backFar', () => store.move(-farMove)],
    ['backOne', () => store.move(-1)],
    ['on', () => store.move(1)],
    ['onFar', () => store.move(farMove)],
    ['nextMark', store.nextMark],
  ];
  return moves.map(([name, move]) => (
    <Button
      className={styles.move}
      key={name}
      size="small"
      title={t(`steps.help.${name}`)}
      aria-label={t(`steps.help.${name}`)}
      onClick={() => void move()}
    >
      {t(`steps.${name}`)}
    </Button>
  ));
});

/** Universal time, so that it is the same text for everybody who looks at the run. */
const JumpField = observer(function JumpField({ store }: { readonly store: StepsStore }) {
  const t = useText(namespace);
  const [text, setText] = useState('');
  const timeMs = Date.parse(`${text}Z`);
  const jump = (event: FormEvent): void => {
    event.preventDefault();
    void store.look({ timeMs });
  };
  return (
    <form className={styles.jump} onSubmit={jump}>
      <DateInput
        timed
        timeZone="UTC"
        className={styles.moment}
        aria-label={t('steps.jump')}
        title={t('steps.jump')}
        value={text}
        onChange={setText}
      />
      <Button size="small" type="submit" disabled={Number.isNaN(timeMs)}>
        {t('steps.go')}
      </Button>
    </form>
  );
});

const Replaying = observer(function Replaying({ store }: { readonly store: StepsStore }) {
  const t = useText(namespace);
  const { waiting } = store;
  return (
    <div className={styles.replaying}>
      <span>{waiting?.position == null ? t('steps.replaying') : t('steps.queued', { position: waiting.position })}</span>
      <progress value={waiting?.progress ?? 0} aria-label={t('steps.replaying')} />
      <Skeleton rows={8} />
    </div>
  );
});

const Pages = observer(function Pages({ store }: { readonly store: StepsStore }) {
  const t = useText(namespace);
  const { page, pages } = store;
  if (page === null) return null;
  return (
    <div className={styles.pages}>
      <Button size="small" disabled={page.page === 0} onClick={() => void store.look({ page: page.page - 1 })}>
        {t('steps.earlier')}
      </Button>
      <span>{t('steps.page', { page: page.page + 1, pages })}</span>
      <Button size="small" disabled={page.page + 1 >= pages} onClick={() => void store.look({ page: page.page + 1 })}>
        {t('steps.later')}
      </Button>
    </div>
  );
});

function stepColumns(t: Translate): Column<BacktestStep>[] {
  return [
    { id: 'number', title: '#', width: 52, least: 46, align: 'right', render: ({ number }) => number },
    { id: 'time', title: t('column.time'), width: 118, least: 114, render: ({ timeMs }) => <TimeText timeMs={timeMs} /> },
    { id: 'what', title: t('steps.happened'), width: 200, least: 100, render: (step) => <Happened text={happenedText(step, t)} /> },
    { id: 'equity', title: t('line.equity'), width: 92, least: 84, align: 'right', render: ({ equity }) => moneyText(equity) },
  ];
}

/** What is too long for the list is read whole on it. */
const Happened = ({ text }: { readonly text: string }) => <span title={text}>{text}</span>;

const asking: ReadonlySet<string> = new Set(askingActions);

function happenedText({ calls, fills, funding }: BacktestStep, t: Translate): string {
  const asked = calls.flatMap((call) => call.actions).filter((action) => asking.has((action as StrategyAction).type)).length;
  return [
    ...(fills.length > 0 ? [t('steps.fills', { count: fills.length })] : []),
    ...(funding.length > 0 ? [t('tab.funding')] : []),
    ...(asked > 0 ? [t('steps.actions', { count: asked })] : []),
    ...(calls.length > 0 && asked + fills.length + funding.length === 0 ? [t('steps.heard', { count: calls.length })] : []),
  ].join(' · ');
}
