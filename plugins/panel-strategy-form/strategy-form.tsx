import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { AccountRates, BarSpace, IconButton, PanelBody, Skeleton, SteadySuspense, splitKey, useText } from '../../core/ui/index.ts';
import { focusUnread } from '../../core/ui/text/focus-unread.ts';
import { marketField } from './form-market.ts';
import type { FormStore } from './form-store.ts';
import { LockBadge } from './lock-badge.tsx';
import { PreviewCount, PreviewFigures } from './preview-figures.tsx';
import type { Services } from './requires.ts';
import { StartButton } from './start-button.tsx';
import { LimitFieldset, StartFields } from './start-fields.tsx';
import { StartTemplates } from './start-templates.tsx';
import styles from './strategy-form.module.css';
import { SuggestionList } from './suggestion-list.tsx';

interface StrategyFormProps {
  readonly services: Services;
  readonly store: FormStore;
  readonly template: StrategyTemplate;
}

/** One strategy's form, with what a start needs beside the params. Enter starts. */
export const StrategyForm = observer(function StrategyForm({ services, store, template }: StrategyFormProps) {
  const t = useText('panel-strategy-form');
  const words = useText(template.plugin);
  const [showsTemplates, setShowsTemplates] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const footer = useRef<HTMLDivElement>(null);
  const { SchemaForm } = services.forms;
  const title = words(splitKey(template.title).key);
  const field = marketField(template.schema);
  const market = field === null ? null : services.markets.instrument(String(store.params[field] ?? ''));
  const standardName = (market === null ? title : `${title} ${market.base}/${market.quote}`).slice(0, 60);
  const name = store.name.trim() === '' ? standardName : store.name.trim();
  const { refusal, objection } = store;

  const start = async (): Promise<void> => {
    if (form.current !== null && focusUnread(form.current)) return;
    const started = await store.start(name);
    if (started === null) return;
    services.strategies.choose(started.instanceId);
    services.notices.show(
      'success',
      { namespace: 'panel-strategy-form', key: 'started', params: { name } },
      { about: `instance ${started.instanceId}` },
    );
  };
  const look = (): void => {
    store.reveal();
    // The fields say what is wrong with them after the next drawing.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const bar = (
    <>
      <IconButton label={t('back')} icon="list" onClick={() => store.choose(null)} />
      <strong className={styles.title}>{title}</strong>
      <LockBadge template={template} />
      <BarSpace />
      <IconButton label={t('templates')} icon="star" pressed={showsTemplates} onClick={() => setShowsTemplates(!showsTemplates)} />
    </>
  );
  const foot = (
    <div ref={footer} className={styles.foot} data-keep-clear="action">
      <PreviewFigures store={store} template={template} />
      <PreviewCount store={store} />
      {template.locked && <p className={styles.hint}>{t('lockedHelp')}</p>}
      {store.environmentsError !== null && <p className={styles.alert}>{services.texts.errorText(store.environmentsError)}</p>}
      {refusal !== null && (
        <p className={styles.alert} role="alert">
          {t('startFailed', { why: refusal.text })}
        </p>
      )}
      <StartButton store={store} name={name} onStart={() => void start()} onLook={look} />
    </div>
  );
  return (
    <PanelBody bar={bar} foot={foot}>
      <div className={styles.scroll} data-keep-clear="form">
        {showsTemplates && <StartTemplates services={services} store={store} onClose={() => setShowsTemplates(false)} />}
        <form
          ref={form}
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            footer.current?.querySelector('button')?.click();
          }}
        >
          <StartFields store={store} disabled={template.locked} standardName={standardName} />
          <SteadySuspense fallback={<Skeleton rows={8} />}>
            <SchemaForm
              key={store.round}
              label={t('params')}
              schema={template.schema as object}
              value={store.params}
              onChange={store.setParams}
              problems={[objection, refusal].flatMap((one) => one?.problem ?? [])}
              mode={template.locked ? 'locked' : 'new'}
              revealed={store.revealed}
              afterMarket={template.suggests && <SuggestionList services={services} store={store} template={template} />}
            />
          </SteadySuspense>
          <AccountRates
            api={services.api}
            params={store.params}
            text={(rate) => t(rate.discount === '' ? 'rate' : 'rateOff', { ...rate })}
            className={styles.rates}
          />
          <LimitFieldset store={store} disabled={template.locked} quote={market?.quote ?? ''} />
          {/* Enter in a field submits only a form that has a button of its own. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </form>
      </div>
    </PanelBody>
  );
});
