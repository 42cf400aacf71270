import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { IconButton, Skeleton, useText } from '../../core/ui/index.ts';
import type { FormStore } from './form-store.ts';
import { FormSuggestions, type SuggestedValue, valueAt } from './form-suggestions.ts';
import type { Services } from './requires.ts';
import { type ShownField, shownField } from './shown-field.ts';
import styles from './suggestion-list.module.css';

interface SuggestionListProps {
  readonly services: Services;
  readonly store: FormStore;
  readonly template: StrategyTemplate;
}

/** Asks the strategy for values, shows each with its reason beside what stands in the form, and fills in those that are wanted. */
export const SuggestionList = observer(function SuggestionList({ services, store, template }: SuggestionListProps) {
  const t = useText('panel-strategy-form');
  const { api } = services;
  const suggestions = useMemo(() => new FormSuggestions(store, api), [store, api]);
  useEffect(() => () => suggestions.close(), [suggestions]);
  const { isOpen, unused, usedCount } = suggestions;
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyped = event.target instanceof HTMLInputElement;
    if (isTyped || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || usedCount === 0) return;
    event.preventDefault();
    suggestions.undo();
  };
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        disabled={template.locked}
        onClick={() => void suggestions.ask()}
      >
        {t('suggest')}
      </button>
      {isOpen && (
        // The keys of the buttons in it bubble up to it.
        <section className={styles.box} aria-label={t('suggest.title')} onKeyDown={onKeyDown}>
          <div className={styles.bar}>
            <Press isIdle={unused.length === 0} onPress={() => suggestions.use(unused)}>
              {t('suggest.useAll')}
            </Press>
            <Press isIdle={usedCount === 0} onPress={suggestions.undo}>
              {t('suggest.undo')}
            </Press>
            <span className={styles.space} />
            <IconButton label={t('suggest.close')} icon="close" onClick={suggestions.close} />
          </div>
          {/* Room for the longer of both sentences, so that fields below keep their place. */}
          <p
            className={styles.state}
            role="status"
            data-other={usedCount === 0 ? t('suggest.used', { count: unused.length }) : t('suggest.help')}
          >
            <span>{usedCount === 0 ? t('suggest.help') : t('suggest.used', { count: usedCount })}</span>
          </p>
          <Values services={services} store={store} template={template} suggestions={suggestions} />
        </section>
      )}
    </div>
  );
});

/** In a room of one height, so that nothing below moves when they arrive. */
const Values = observer(function Values({
  services,
  store,
  template,
  suggestions,
}: SuggestionListProps & { readonly suggestions: FormSuggestions }) {
  const t = useText('panel-strategy-form');
  const words = useText(template.plugin);
  const { asking, error, suggestions: given } = suggestions;
  if (error !== null) return <p className={`${styles.values} ${styles.alert}`}>{services.texts.errorText(error)}</p>;
  if (given === null) return <div className={styles.values}>{asking ? <Skeleton rows={4} /> : <p>{t('suggest.moved')}</p>}</div>;
  return (
    <ul className={styles.values}>
      {given.lack !== null && <li className={styles.lack}>{words(given.lack.key, given.lack.params)}</li>}
      {given.lack === null && given.values.length === 0 && <li className={styles.lack}>{t('suggest.none')}</li>}
      {given.values.map((one) => (
        <Value
          key={one.field}
          shown={shownField(template, one.field, one.value, services.texts)}
          now={nowOf(template, one, store, services)}
          why={words(one.key, one.params)}
          onUse={() => suggestions.use([one])}
        />
      ))}
    </ul>
  );
});

/** What stands in the field: null when it is empty, and the same when it is what is suggested. */
function nowOf(template: StrategyTemplate, { field }: SuggestedValue, store: FormStore, { texts }: Services): string | null {
  const now = valueAt(store.params, field);
  return now === undefined || now === '' ? null : shownField(template, field, now, texts).value;
}

interface ValueProps {
  readonly shown: ShownField;
  readonly now: string | null;
  readonly why: string;
  readonly onUse: () => void;
}

function Value({ shown: { title, value }, now, why, onUse }: ValueProps) {
  const t = useText('panel-strategy-form');
  const isUsed = now === value;
  return (
    <li className={styles.value}>
      <span className={styles.field}>{title}</span>
      <strong className={styles.number}>{value}</strong>
      <Press isIdle={isUsed} label={t('suggest.useFor', { field: title, value })} onPress={onUse}>
        {t('suggest.use')}
      </Press>
      <span className={styles.why}>{now === null || isUsed ? why : `${t('suggest.now', { value: now })} · ${why}`}</span>
    </li>
  );
}

interface PressProps {
  /** There is nothing to do: it keeps the keyboard, so that a press can be undone from where it was made. */
  readonly isIdle: boolean;
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Press({ isIdle, label, onPress, children }: PressProps) {
  return (
    <button type="button" className={styles.button} aria-disabled={isIdle} aria-label={label} onClick={isIdle ? undefined : onPress}>
      {children}
    </button>
  );
}
