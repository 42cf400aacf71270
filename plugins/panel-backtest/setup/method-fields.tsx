import { listed } from '../../../core/domain/joined-text.ts';
import button from '../../../core/ui/buttons/bare-button.module.css';
import { CheckField, ChoiceField, DecimalInput, Icon, PlainButton, TextField, useText } from '../../../core/ui/index.ts';
import { backtestObjectives, maxCombinations } from '../../../schemas/wire/backtest.ts';
import shared from '../backtest.module.css';
import type { SweepField } from '../pictures/sweep-axis.ts';
import styles from './method-fields.module.css';
import { type AxisText, combinationsOf, type Setup, type SetupProblem } from './setup.ts';
import form from './setup-form.module.css';

interface MethodFieldsProps {
  readonly setup: Setup;
  readonly change: (patch: Partial<Setup>) => void;
  readonly fields: readonly SweepField[];
  /** Title of a field, by the key that the schema gives. */
  readonly titleOf: (key: string) => string;
  readonly errorOf: (field: SetupProblem['field'], at?: number) => string | null;
}

const modes = ['single', 'sweep', 'walk'] as const;
const mostAxes = 3;

/** One run, many runs over values of fields, or a walk forward. */
export function MethodFields(props: MethodFieldsProps) {
  const { setup, change, errorOf } = props;
  const t = useText('panel-backtest');
  return (
    <>
      <ChoiceField
        label={t('field.mode')}
        value={setup.mode}
        options={modes.map((mode) => [mode, t(`mode.${mode}`)])}
        onChange={(mode) => change({ mode })}
        help={t(`modeHelp.${setup.mode}`)}
      />
      {setup.mode === 'single' ? (
        <CheckField label={t('field.lookAhead')} checked={setup.lookAhead} onChange={(lookAhead) => change({ lookAhead })} />
      ) : (
        <SweepFields {...props} />
      )}
      <div className={form.pair}>
        {setup.mode === 'walk' && (
          <DecimalInput
            label={t('field.folds')}
            value={setup.folds}
            onChange={(folds) => change({ folds })}
            step="1"
            error={errorOf('folds')}
          />
        )}
        {setup.mode === 'walk' && (
          <DecimalInput
            label={t('field.warmUp')}
            value={setup.warmUpHours}
            onChange={(warmUpHours) => change({ warmUpHours })}
            step="1"
            placeholder={t('warmUpAuto')}
            error={errorOf('warmUpHours')}
            help={t('warmUpHelp')}
          />
        )}
        <DecimalInput
          label={t('field.seed')}
          value={setup.seed}
          onChange={(seed) => change({ seed })}
          step="1"
          error={errorOf('seed')}
          help={t('seedHelp')}
        />
      </div>
    </>
  );
}

function SweepFields({ setup, change, fields, titleOf, errorOf }: MethodFieldsProps) {
  const t = useText('panel-backtest');
  const { axes } = setup;
  const set = (at: number, patch: Partial<AxisText>): void =>
    change({ axes: axes.map((axis, index) => (index === at ? { ...axis, ...patch } : axis)) });
  const free = fields.filter(({ name }) => !axes.some(({ field }) => field === name));
  const helpOf = (name: string): string => {
    const field = fields.find((one) => one.name === name);
    if (field?.kind === 'choice') return t('axis.choice', { words: listed(field.words) });
    return t(field?.kind === 'switch' ? 'axis.switch' : 'axis.numbers');
  };
  return (
    <fieldset className={styles.axes}>
      <legend>{t('field.axes')}</legend>
      {axes.map(({ field, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields change while their place stays
        <div key={at} className={styles.axis}>
          <ChoiceField
            label={t('axis.field', { number: at + 1 })}
            value={field}
            options={fields.filter((one) => one.name === field || free.includes(one)).map((one) => [one.name, titleOf(one.title)] as const)}
            onChange={(name) => set(at, { field: name })}
          />
          <TextField
            label={t('axis.values')}
            value={text}
            onChange={(next) => set(at, { text: next })}
            placeholder="10, 20, 40"
            help={helpOf(field)}
            error={errorOf('axes', at)}
          />
          <button
            type="button"
            className={`${button.bare} ${styles.removeAxis}`}
            aria-label={t('axis.remove', { field: titleOf(fields.find(({ name }) => name === field)?.title ?? field) })}
            onClick={() => change({ axes: axes.filter((_, index) => index !== at) })}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
      {errorOf('axes') !== null && axes.length === 0 && <p className={shared.error}>{errorOf('axes')}</p>}
      {axes.length < mostAxes && free[0] !== undefined && (
        <PlainButton onClick={() => change({ axes: [...axes, { field: free[0]?.name ?? '', text: '' }] })}>{t('axis.add')}</PlainButton>
      )}
      <div className={form.pair}>
        <ChoiceField
          label={t('field.objective')}
          value={setup.objective}
          options={backtestObjectives.map((one) => [one, t(`objective.${one}`)])}
          onChange={(objective) => change({ objective })}
        />
        <DecimalInput
          label={t('field.drawn')}
          value={setup.drawn}
          onChange={(drawn) => change({ drawn })}
          step="10"
          placeholder={t('axis.all', { count: Math.min(combinationsOf(axes, fields), maxCombinations * 100) })}
          error={errorOf('drawn')}
        />
      </div>
    </fieldset>
  );
}
