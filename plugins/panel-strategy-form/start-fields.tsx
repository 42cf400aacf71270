import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { ChoiceField, DecimalInput, Disclosure, TextField, useText } from '../../core/ui/index.ts';
import { limitNames } from '../../core/ui/strategy/limit-fields.ts';
import type { FormStore } from './form-store.ts';
import styles from './strategy-form.module.css';

interface FieldsProps {
  readonly store: FormStore;
  readonly disabled: boolean;
}

/** What the instance is called, and where it runs. */
export const StartFields = observer(function StartFields({
  store,
  disabled,
  standardName,
}: FieldsProps & { readonly standardName: string }) {
  const t = useText('panel-strategy-form');
  const id = useId();
  const { chosenEnvironment } = store;
  return (
    <div className={styles.pair}>
      <TextField
        label={t('name')}
        value={store.name}
        maxLength={60}
        placeholder={standardName}
        disabled={disabled}
        onChange={(name) => store.change({ name })}
      />
      <ChoiceField<string>
        label={t('environment')}
        value={chosenEnvironment ?? ''}
        options={store.environments.map((one) => [one, t(`environment.${one}`)])}
        describedBy={id}
        disabled={disabled || store.environments.length === 0}
        warns={chosenEnvironment === 'production' || chosenEnvironment === 'canary'}
        onChange={(environment) => store.change({ environment })}
      />
      <p id={id} className={styles.hint}>
        {chosenEnvironment === null ? '' : t(`environmentHelp.${chosenEnvironment}`)}
      </p>
    </div>
  );
});

/** What the house holds the instance to, whatever the strategy wants. */
export const LimitFieldset = observer(function LimitFieldset({ store, disabled, quote }: FieldsProps & { readonly quote: string }) {
  const t = useText('panel-strategy-form');
  const { limits, limitProblem } = store;
  const isUsed = limitNames.some((name) => limits[name] !== '');
  return (
    <Disclosure className={styles.limits} summary={t('limits')} open={isUsed || limitProblem !== null}>
      <p className={styles.hint}>{t('limitsHelp')}</p>
      <div className={styles.grid}>
        {limitNames.map((name) => (
          <DecimalInput
            key={name}
            label={t(`limit.${name}`)}
            value={limits[name]}
            onChange={(value) => store.change({ limits: { ...limits, [name]: value } })}
            step="1"
            unit={name === 'maxOrdersPerMinute' ? t('perMinute') : quote}
            placeholder={t('noLimit')}
            error={limitProblem === name ? t('limit.wrongOrders') : null}
            disabled={disabled}
          />
        ))}
      </div>
    </Disclosure>
  );
});
