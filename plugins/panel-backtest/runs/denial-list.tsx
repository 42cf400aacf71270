import { AppError } from '../../../core/contract/app-error.ts';
import type { BacktestDenial } from '../../../core/contract/backtest-runs.ts';
import { type ErrorCode, errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import styles from './result-view.module.css';
import { namespace } from './runs-store.ts';

/** A code that this page does not know, such as of a newer server, stands for itself. */
export const denialText = (
  { code, params }: Pick<BacktestDenial, 'code' | 'params'>,
  texts: Pick<Services['texts'], 'errorText'>,
): string => (Object.hasOwn(errorCatalogue, code) ? texts.errorText(new AppError(code as ErrorCode, params)) : code);

interface DenialListProps {
  readonly denials: readonly BacktestDenial[];
  readonly texts: Pick<Services['texts'], 'errorText'>;
}

/** Why orders of a run were denied and how often, the commonest first. */
export function DenialList({ denials, texts }: DenialListProps) {
  const t = useText(namespace);
  return (
    <>
      <p className={shared.hint}>{t('denied.caption')}</p>
      <ol className={styles.notes}>
        {denials.map((denial) => (
          <li key={denial.code}>{t('denied.line', { count: String(denial.count), text: denialText(denial, texts) })}</li>
        ))}
      </ol>
    </>
  );
}
