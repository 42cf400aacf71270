import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Alert, AlertDraft } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { type AlertPrice, alertChannels, alertDurations, alertFieldProblem, alertPrices } from '../../core/domain/markets/price-alert.ts';
import { ChoiceField, DecimalInput, IndexPrice, normalDecimal, TextField, useText } from '../../core/ui/index.ts';
import styles from './alerts.module.css';
import { type AlertFields, channelChoices, channelOf, conditionOf, fieldsOf, shownFields } from './form-fields.ts';
import type { Services } from './requires.ts';

const kinds = ['CROSS', 'RANGE', 'AMPLITUDE'] as const;

interface AlertFormProps {
  readonly services: Services;
  readonly instrument: Instrument;
  /** Null: a new one. */
  readonly alert: Alert | null;
  readonly onSave: (draft: AlertDraft) => Promise<void>;
  readonly onCancel: () => void;
}

/** Enter saves, Escape leaves. What is wrong stands beside its field before anything is sent. */
export const AlertForm = observer(function AlertForm({ services, instrument, alert, onSave, onCancel }: AlertFormProps) {
  const t = useText('panel-alerts');
  const [fields, setFields] = useState<AlertFields>(() =>
    fieldsOf(alert?.condition ?? null, services.markets.ticker(instrument.id)?.last ?? null),
  );
  const [watched, setWatched] = useState<AlertPrice>(alert?.watchedPrice ?? 'LAST');
  const [duration, setDuration] = useState(alert?.duration ?? 'CLOSE_MANUALLY');
  const [channel, setChannel] = useState(channelOf(alert?.channels ?? alertChannels));
  const [note, setNote] = useState(alert?.note ?? '');
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const { markets } = services;
  useEffect(() => {
    const stop = markets.watchIndexes();
    return () => void stop();
  }, [markets]);
  const hasIndex = watched === 'INDEX' || markets.index(instrument.id) !== null;
  const condition = conditionOf(fields);
  const problem = condition === null ? 'missing' : alertFieldProblem(condition);
  const errorOf = (field: (typeof shownFields)[typeof fields.kind][number]): string | null => {
    if (!tried) return null;
    if (condition === null && normalDecimal(fields[field]) === '') return t('error.missing');
    return problem === field ? t(`error.${field}`) : null;
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (condition === null || problem !== null) return;
    setSaving(true);
    const id = alert === null ? {} : { alertId: alert.alertId };
    await onSave({
      ...id,
      instrument: instrument.id,
      watchedPrice: watched,
      condition,
      duration,
      channels: channelChoices[channel],
      note: note.trim(),
    });
    setSaving(false);
  };
  return (
    <form
      className={styles.form}
      aria-label={alert === null ? t('add') : t('edit')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <div className={styles.formTitle}>
        {instrument.symbol} <span className={styles.muted}>{markets.exchangeTitle(instrument.exchange)}</span>{' '}
        {watched === 'INDEX' && <IndexPrice markets={markets} instrument={instrument} />}
      </div>
      <div className={styles.fields}>
        <ChoiceField
          label={t('field.kind')}
          value={fields.kind}
          options={kinds.map((kind) => [kind, t(`kind.${kind}`)])}
          onChange={(kind) => setFields({ ...fields, kind })}
        />
        {hasIndex && (
          <ChoiceField
            label={t('field.watched')}
            value={watched}
            options={alertPrices.map((one) => [one, t(`watched.${one}`)])}
            titleOf={() => t('field.watchedHelp')}
            onChange={setWatched}
          />
        )}
        {shownFields[fields.kind].map((field, at) => (
          <DecimalInput
            key={field}
            label={t(`field.${field}`)}
            value={fields[field]}
            onChange={(value) => setFields({ ...fields, [field]: value })}
            step={field === 'percent' ? '0.1' : instrument.tick}
            unit={field === 'percent' ? '%' : instrument.quote}
            error={errorOf(field)}
            autoFocus={at === 0}
          />
        ))}
        <ChoiceField
          label={t('field.duration')}
          value={duration}
          options={alertDurations.map((one) => [one, t(`duration.${one}`)])}
          onChange={setDuration}
        />
        <ChoiceField
          label={t('field.channel')}
          value={channel}
          options={(['BOTH', 'WEB', 'APP'] as const).map((one) => [one, t(`channel.${one}`)])}
          titleOf={(one) => t(`channel.${one}.help`)}
          onChange={setChannel}
        />
        <TextField label={t('field.note')} value={note} maxLength={120} onChange={setNote} />
      </div>
      <div className={styles.buttons}>
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="small" appearance="primary" type="submit" disabled={saving}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
});
