import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { indicatorOf, paramProblem } from '../../../core/domain/indicators/catalogue.ts';
import type { ParamSpec } from '../../../core/domain/indicators/indicator.ts';
import { EmptyState, useText } from '../../../core/ui/index.ts';
import type { PlacedIndicator } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { lineColour } from '../layers/indicator-layer.ts';
import styles from './dialogs.module.css';
import { Swatches } from './drawing-editor.tsx';
import { icons } from './path-icon.tsx';
import { BarButton } from './top-bar.tsx';

interface PlacedIndicatorsProps {
  readonly store: ChartStore;
  /** The one whose parameters are shown. */
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
}

export const PlacedIndicators = observer(function PlacedIndicators({ store, openId, onOpen }: PlacedIndicatorsProps) {
  const t = useText('panel-chart');
  const { indicators } = store.document;
  if (indicators.length === 0) return <EmptyState icon="chart" text={t('noIndicators')} />;
  return indicators.map((placed) => (
    <div key={placed.id} className={styles.placed}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.row}
          aria-expanded={placed.id === openId}
          onClick={() => onOpen(placed.id === openId ? null : placed.id)}
        >
          <b>{placed.indicator}</b>
          <span>{placed.params.join(' ')}</span>
        </button>
        <BarButton
          label={t('hide', { name: placed.indicator })}
          icon={placed.hidden ? icons.hidden : icons.shown}
          pressed={placed.hidden}
          onClick={() => store.changeIndicator(placed.id, { hidden: !placed.hidden })}
        />
        <BarButton
          label={t('removeIndicator', { name: placed.indicator })}
          icon={icons.trash}
          onClick={() => store.removeIndicator(placed.id)}
        />
      </div>
      {placed.id === openId && <IndicatorEditor store={store} placed={placed} />}
    </div>
  ));
});

/** Parameters and line colours. A value that does not fit is told beside its field and not used. */
const IndicatorEditor = observer(function IndicatorEditor({
  store,
  placed,
}: {
  readonly store: ChartStore;
  readonly placed: PlacedIndicator;
}) {
  const t = useText('panel-chart');
  const definition = indicatorOf(placed.indicator);
  if (definition === null) return null;
  const lines = definition.figures(placed.params).filter(({ kind }) => kind !== 'histogram');
  const setParam = (at: number, value: number): void =>
    store.changeIndicator(placed.id, { params: placed.params.map((old, n) => (n === at ? value : old)) });
  return (
    <div className={styles.editor}>
      {definition.params.map((spec, n) => (
        <ParamField key={spec.name} spec={spec} value={placed.params[n] ?? spec.initial} onChange={(value) => setParam(n, value)} />
      ))}
      {lines.map((figure, n) => (
        <div key={figure.key} className={styles.field}>
          <span>{figure.title}</span>
          <Swatches
            label={t('colourOf', { name: figure.title })}
            chosen={lineColour(placed, n)}
            onChange={(colour) =>
              store.changeIndicator(placed.id, { colours: lines.map((_, other) => (other === n ? colour : lineColour(placed, other))) })
            }
          />
        </div>
      ))}
    </div>
  );
});

function ParamField({
  spec,
  value,
  onChange,
}: {
  readonly spec: ParamSpec;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const t = useText('panel-chart');
  const id = useId();
  const [typed, setTyped] = useState(String(value));
  const number = typed.trim() === '' ? Number.NaN : Number(typed);
  const problem = paramProblem(spec, number);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t(`param.${spec.name}`)}</label>
      <input
        id={id}
        className={styles.number}
        inputMode="decimal"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = event.target.value.trim() === '' ? Number.NaN : Number(event.target.value);
          if (paramProblem(spec, next) === null) onChange(next);
        }}
      />
      {problem !== null && (
        <span id={`${id}-problem`} className={styles.problem} role="alert">
          {t(problem === 'range' ? 'problem.range' : 'problem.grid', { min: spec.min, max: spec.max, grid: spec.grid })}
        </span>
      )}
    </div>
  );
}
