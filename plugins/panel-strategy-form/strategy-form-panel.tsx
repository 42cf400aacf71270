import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, FailedState, PlainButton, Skeleton, useServices, useText } from '../../core/ui/index.ts';
import { followerOf, marketField, onMarket } from './form-market.ts';
import { FormStore } from './form-store.ts';
import { watchPreview } from './preview-watch.ts';
import type { requires, Services } from './requires.ts';
import { StrategyForm } from './strategy-form.tsx';
import { StrategyList } from './strategy-list.tsx';

type Props = PanelProps<typeof requires>;

/** Starts strategies: choose one, fill its form, look at what it would place on the chart, start it. */
export const Panel = observer(function StrategyFormPanel(props: Props) {
  const { services } = props;
  const { strategies } = services;
  const { timers } = useServices();
  const t = useText('panel-strategy-form');
  const store = useMemo(() => new FormStore(services), [services]);
  useEffect(() => store.open() as () => void, [store]);
  useEffect(() => watchPreview(store, services, timers) as () => void, [store, services, timers]);
  useDrafts(store, services);
  useLinkedMarket(store, props);

  if (strategies.failed) return <FailedState text={t('failed')} onRetry={() => strategies.reload()} />;
  if (strategies.loading || !store.ready) return <Skeleton />;
  if (strategies.templates.length === 0) return <EmptyState icon="robot" text={t('noStrategies')} />;
  const { template } = store;
  // Another strategy is another form: nothing of the one before, such as its words, may stay.
  if (template !== null) return <StrategyForm key={template.strategy} services={services} store={store} template={template} />;
  if (store.strategy === null) return <StrategyList templates={strategies.templates} onChoose={store.choose} />;
  return (
    <EmptyState
      icon="robot"
      text={t('unknown', { strategy: store.strategy })}
      action={<PlainButton onClick={() => store.choose(null)}>{t('back')}</PlainButton>}
    />
  );
});

/** Takes what others want in the form, such as params that are to be used again. */
function useDrafts(store: FormStore, { strategies }: Services): void {
  useEffect(
    () =>
      reaction(
        () => (store.ready ? strategies.draft : null),
        (draft) => {
          if (draft === null) return;
          store.fill(draft);
          strategies.settle(draft.at);
        },
        { fireImmediately: true },
      ),
    [store, strategies],
  );
}

/** The form's market and that of the panel's link group go together, for strategies of one market. */
function useLinkedMarket(store: FormStore, { services, instrumentId: linked, linkGroup }: Props): void {
  const { template, round, brings } = store;
  const field = template === null ? null : marketField(template.schema);
  const own = field === null ? undefined : store.params[field];
  const last = useRef({ own, linked, round, brings });
  useEffect(() => {
    // Before the strategies are here nobody knows which field is the market.
    if (template === null || field === null) return;
    const now = { own, linked, round, brings };
    const follower = followerOf(last.current, now);
    last.current = now;
    const isKnown = typeof own === 'string' && services.markets.instrument(own) !== null;
    if (follower === 'link' && isKnown && linkGroup !== 'none') services.workspace.setGroupInstrument(linkGroup, own);
    if (follower === 'form' && linked !== null) store.put(onMarket(template.schema, store.params, linked, services.markets));
  }, [store, services, linkGroup, template, field, own, linked, round, brings]);
}
