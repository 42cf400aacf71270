import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import { instrumentsIn } from '../../core/domain/markets/instruments-in.ts';
import { DangerButton } from '../../core/ui/buttons/danger-button.tsx';
import { BarSpace, DataTable, EmptyState, FailedState, IconButton, PanelBody, useText } from '../../core/ui/index.ts';
import { useStartAccess } from '../../core/ui/strategy/use-start-access.ts';
import { DayStrip } from './day/day-strip.tsx';
import { isAtWork } from './details/instance-figures.ts';
import { instanceColumns } from './instance-columns.tsx';
import { HaltStore } from './limits/halt-store.ts';
import { HaltStrip } from './limits/halt-strip.tsx';
import { detailsPanel, limitsPanel, mayStart, reuse } from './panel-links.ts';
import { type Question, QuestionStrip } from './question-strip.tsx';
import type { requires } from './requires.ts';
import { StartStrategy } from './start-strategy.tsx';
import { stopQuestion } from './stop-instances.ts';
import { tableOf } from './table-config.ts';
import { useNow } from './use-now.ts';
import { useStrategyTexts } from './use-strategy-texts.ts';

/** Instances that have not ended: looked at one by one, stopped alone or together, or all halted at once. */
export const Panel = observer(function RunningPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible, linkGroup } = props;
  const { strategies, workspace } = services;
  const t = useText('panel-strategy-instances');
  const texts = useStrategyTexts(services);
  const now = useNow(visible);
  const columns = useMemo(() => instanceColumns({ services, t, texts, now, ended: false }), [services, t, texts, now]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question | null>(null);
  const halt = useMemo(() => new HaltStore(services), [services]);
  useEffect(() => {
    if (visible) void halt.load();
  }, [halt, visible]);

  const rows = strategies.running;
  const startable = mayStart(services);
  const mayBegin = useStartAccess().outcome !== 'absent';
  const chosenRows = rows.filter(({ instanceId }) => chosen.has(instanceId));
  const askToStop = (instances: readonly Instance[]): void => {
    const stoppable = instances.filter(isAtWork);
    if (stoppable.length > 0) setQuestion(stopQuestion(services, t, stoppable));
  };
  const look = ({ instanceId, params }: Instance): void => {
    strategies.choose(instanceId);
    const [market] = instrumentsIn(params);
    if (market !== undefined) workspace.setGroupInstrument(linkGroup, market);
  };
  const open = (instance: Instance): void => {
    look(instance);
    workspace.openPanel(detailsPanel);
  };
  const bar = (
    <>
      {rows.length > 0 && <StartStrategy services={services} inBar />}
      {chosenRows.some(isAtWork) && (
        <Button size="small" onClick={() => askToStop(chosenRows)}>
          {t('stop.confirm', { count: chosenRows.filter(isAtWork).length })}
        </Button>
      )}
      <BarSpace />
      <Button size="small" appearance="subtle" onClick={() => workspace.openPanel(limitsPanel)}>
        {t('limits.button')}
      </Button>
      {halt.halted === false && (startable || rows.length > 0) && (
        <DangerButton appearance="subtle" title={t('halt.help')} disabled={halt.busy} onClick={() => setQuestion(haltQuestion())}>
          {t('halt.button')}
        </DangerButton>
      )}
    </>
  );
  const haltQuestion = (): Question => ({
    title: t('halt.title'),
    text: t('halt.text'),
    keepLabel: t('halt.keep'),
    confirmLabel: t('halt.confirm'),
    danger: true,
    run: () => void halt.set(true),
  });
  return (
    <PanelBody bar={bar} foot={strategies.loading ? null : <DayStrip services={services} texts={texts} visible={visible} />}>
      <HaltStrip store={halt} />
      {question !== null && <QuestionStrip question={question} onEnd={() => setQuestion(null)} />}
      <DataTable<Instance>
        label={t('running.title')}
        rows={rows}
        columns={columns}
        rowKey={({ instanceId }) => instanceId}
        state={tableOf(config)}
        onStateChange={(table) => updateConfig({ table })}
        loading={strategies.loading}
        selection={{ keys: chosen, onChange: setChosen }}
        onActivate={look}
        onOpen={open}
        rowKeys={{ Delete: (instance) => askToStop([instance]) }}
        rowActions={(instance) => (
          <>
            <IconButton icon="info" label={t('action.details')} onClick={() => open(instance)} />
            {startable && <IconButton icon="refresh" label={t('action.reuse')} onClick={() => reuse(services, instance)} />}
            <IconButton icon="close" label={t('action.stop')} disabled={!isAtWork(instance)} onClick={() => askToStop([instance])} />
          </>
        )}
        empty={
          strategies.failed ? (
            <FailedState text={t('running.failed')} onRetry={() => strategies.reload()} />
          ) : (
            <EmptyState icon="robot" text={t(mayBegin ? 'running.empty' : 'running.none')} action={<StartStrategy services={services} />} />
          )
        }
      />
    </PanelBody>
  );
});
