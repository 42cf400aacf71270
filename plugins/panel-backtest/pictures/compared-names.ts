import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import type { Setup } from '../setup/setup.ts';

type Named = Pick<BacktestRun, 'name'> & { readonly choice: Pick<BacktestRun['choice'], 'sweep' | 'folds'> };

/** How a run goes through its data. */
export const modeOf = ({ sweep, folds }: Named['choice']): Setup['mode'] => (sweep === null ? 'single' : folds === null ? 'sweep' : 'walk');

/** Names that tell the runs of a comparison apart, in their order: those of one name by their kind, of one kind too by a number. */
export function comparedNames(runs: readonly Named[], kindText: (mode: Setup['mode']) => string): readonly string[] {
  const isAlone = (name: string, names: readonly string[]): boolean => names.filter((one) => one === name).length === 1;
  const given = runs.map(({ name }) => name);
  const byKind = runs.map(({ name, choice }) => (isAlone(name, given) ? name : `${name} · ${kindText(modeOf(choice))}`));
  return byKind.map((name, at) =>
    isAlone(name, byKind) ? name : `${name} ${byKind.slice(0, at + 1).filter((one) => one === name).length}`,
  );
}
