import type { SweepRow } from '../../../core/contract/backtest-runs.ts';
import { useText } from '../../../core/ui/index.ts';
import { percentText, ratioText } from '../runs/figure-text.ts';
import styles from '../runs/run-table.module.css';
import { namespace } from '../runs/runs-store.ts';
import type { ReasonText } from '../runs/use-reason-text.ts';

type Value = SweepRow['values'][number];
type Objective = 'sharpe' | 'totalReturn' | 'profitFactor';

interface SweepMapProps {
  readonly rows: readonly SweepRow[];
  /** Titles of the two fields. */
  readonly titles: readonly [string, string];
  readonly objective: Objective;
  readonly reasonText: ReasonText;
  /** Takes the values of a cell. */
  readonly onUse: (values: readonly Value[]) => void;
}

const objectiveOf = ({ figures }: SweepRow, objective: Objective): number | null => {
  if (figures === null) return null;
  return { sharpe: figures.sharpe, totalReturn: figures.totalReturn, profitFactor: figures.profitFactor }[objective];
};

const objectiveText = (value: number | null, objective: Objective): string =>
  objective === 'totalReturn' ? percentText(value, true) : ratioText(value);

/** Where a figure has no gain and no loss. */
const neutral: Readonly<Record<Objective, number>> = { sharpe: 0, totalReturn: 0, profitFactor: 1 };

/** Of the cell nearest to neither gain nor loss, where all lie on one side. */
const least = 0.15;

/**
 * Strength of a cell's colour, -1 to 1: its distance from neither gain nor loss among all cells. Where all gain, or all lose, the range
 * of their distances is spread over the colour.
 */
export function strengthOf(value: number, values: readonly number[], objective: Objective): number {
  const from = neutral[objective];
  const distances = values.map((one) => Math.abs(one - from));
  const farthest = Math.max(...distances);
  if (farthest === 0) return 0;
  const nearest = Math.min(...distances);
  const distance = Math.abs(value - from);
  const isOneSided = nearest > 0 && new Set(values.map((one) => one > from)).size === 1;
  if (!isOneSided) return (value - from) / farthest;
  const strength = farthest === nearest ? 1 : least + ((1 - least) * (distance - nearest)) / (farthest - nearest);
  return Math.sign(value - from) * strength;
}

const sorted = (values: readonly Value[]): readonly Value[] =>
  [...new Set(values)].sort((a, b) =>
    Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? String(a).localeCompare(String(b)) : Number(a) - Number(b),
  );

/** A figure over two fields: the more colour, the farther from neither gain nor loss. A click takes the values into the form. */
export function SweepMap({ rows, titles, objective, reasonText, onUse }: SweepMapProps) {
  const t = useText(namespace);
  const across = sorted(rows.map(({ values }) => values[1] as Value));
  const down = sorted(rows.map(({ values }) => values[0] as Value));
  const known = rows.flatMap((row) => objectiveOf(row, objective) ?? []);
  const cellAt = (y: Value, x: Value) => rows.find(({ values }) => values[0] === y && values[1] === x);
  return (
    <div className={styles.mapFrame}>
      <table className={styles.map}>
        <caption>{t('map.caption', { figure: t(`objective.${objective}`), down: titles[0], across: titles[1] })}</caption>
        <thead>
          <tr>
            <th scope="col">
              {titles[0]} \ {titles[1]}
            </th>
            {across.map((x) => (
              <th key={String(x)} scope="col">
                {String(x)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map((y) => (
            <tr key={String(y)}>
              <th scope="row">{String(y)}</th>
              {across.map((x) => {
                const row = cellAt(y, x);
                const value = row === undefined ? null : objectiveOf(row, objective);
                const strength = value === null ? 0 : strengthOf(value, known, objective);
                const side = strength < 0 ? 'down' : 'up';
                const style = { '--strength': `${Math.round(Math.abs(strength) * 55)}%`, '--side': `var(--tessera-${side})` };
                return (
                  <td key={String(x)}>
                    {row !== undefined && (
                      <button
                        type="button"
                        style={style as React.CSSProperties}
                        aria-label={t('map.cell', {
                          down: `${titles[0]} ${y}`,
                          across: `${titles[1]} ${x}`,
                          value: objectiveText(value, objective),
                        })}
                        title={row.reason === null ? t('map.use') : reasonText(row.reason)}
                        onClick={() => onUse(row.values)}
                      >
                        {objectiveText(value, objective)}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
