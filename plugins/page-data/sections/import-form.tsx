import { Button } from '@fluentui/react-components';
import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import { formatDay, TextField, useServices, useText } from '../../../core/ui/index.ts';
import { type ReadSeries, readSeries } from '../figures/imported-series.ts';
import { dataRoutes, mostCsv } from '../routes.ts';
import styles from './import-form.module.css';
import type { SectionProps } from './section-props.ts';

interface ImportFormProps extends Pick<SectionProps, 'services'> {
  /** Name of the series that stands for the index; null: none. */
  readonly imported: string | null;
  readonly onDone: () => void;
}

interface Chosen {
  readonly name: string;
  readonly csv: string;
  /** Null: too long to be read. */
  readonly series: ReadSeries | null;
}

/** For administrators: a series from outside in the place of the index. What is wrong with a file is said before it is sent. */
export function ImportForm({ services: { api, notices }, imported, onDone }: ImportFormProps) {
  const t = useText('page-data');
  const { timers } = useServices();
  const file = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const found = target.files?.[0];
    const csv = await found?.text();
    if (found === undefined || csv === undefined) setChosen(null);
    else setChosen({ name: found.name, csv, series: csv.length > mostCsv ? null : readSeries(csv, timers.nowMs()) });
  };
  const act = async (call: () => Promise<boolean>, done: string): Promise<void> => {
    setBusy(true);
    if (await call()) {
      notices.show('success', done);
      onDone();
    }
    setBusy(false);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (busy || name.trim() === '' || chosen?.series?.ok !== true) return;
    const body = { name: name.trim(), csv: chosen.csv };
    void act(async () => {
      const outcome = await api.of(dataRoutes).call('fearGreedImport', { body });
      if (!outcome.ok) notices.error(outcome.error);
      return outcome.ok;
    }, t('import.done'));
  };
  const remove = (): void =>
    void act(async () => {
      const outcome = await api.of(dataRoutes).call('fearGreedRemove', { body: undefined });
      if (!outcome.ok) notices.error(outcome.error);
      return outcome.ok;
    }, t('import.removed'));

  const isWrong = chosen === null ? tried : chosen.series?.ok !== true;
  const words = (): string => {
    if (chosen === null) return tried ? t('import.fileMissing') : '';
    const { series } = chosen;
    if (series === null) return t('import.fileLong', { limit: mostCsv / 1_000 });
    if (!series.ok) return t('import.line', { line: series.line, rule: t(`import.rule.${series.rule}`) });
    const [from, to] = [series.days[0], series.days.at(-1)].map((day) => formatDay(day?.dayMs ?? 0, 'UTC')) as [string, string];
    return t('import.read', { count: series.days.length, from, to });
  };
  return (
    <form className={styles.form} aria-label={t('import.title')} onSubmit={send}>
      <h3>{t('import.title')}</h3>
      <p>{t('import.lead')}</p>
      <div className={styles.fields}>
        <TextField
          label={t('import.name')}
          value={name}
          maxLength={60}
          error={tried && name.trim() === '' ? t('import.nameMissing') : null}
          onChange={setName}
        />
        <div className={styles.file}>
          <span className={styles.label}>{t('import.file')}</span>
          {/* The browser's own button speaks the browser's language. */}
          <input
            id={file}
            type="file"
            accept=".csv,text/csv"
            aria-label={t('import.file')}
            aria-describedby={`${file}-words`}
            aria-invalid={isWrong}
            onChange={choose}
          />
          <label htmlFor={file}>{chosen?.name ?? t('import.choose')}</label>
          <span id={`${file}-words`} className={isWrong ? styles.wrong : styles.words}>
            {words()}
          </span>
        </div>
      </div>
      <div className={styles.buttons}>
        {imported !== null && (
          <Button size="small" disabled={busy} onClick={remove}>
            {t('import.remove')}
          </Button>
        )}
        <Button size="small" type="submit" appearance="primary" disabled={busy}>
          {t('import.send')}
        </Button>
      </div>
    </form>
  );
}
