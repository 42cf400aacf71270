import type { Texts } from '../../../core/contract/client-services.ts';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import { useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { ImportLineView } from '../../../schemas/wire/people.ts';
import styles from '../users.module.css';

interface ImportLinesProps {
  readonly lines: readonly ImportLineView[];
  readonly texts: Pick<Texts, 'errorText'>;
}

/** The lines of a table of people, and what became of each, or stands in its way; passwords are not among it. */
export function ImportLines({ lines, texts }: ImportLinesProps) {
  const t = useText('page-users');
  const problemText = ({ problem, outcome, field }: ImportLineView): string => {
    if (problem === null) return t(`outcome.${outcome}`);
    const code = errorCodeOf(problem.code);
    // The column is said before it, as the table's head has it: without its name among the parameters the sentence leaves it out.
    const { field: _, ...others } = problem.params;
    const params = field === null ? problem.params : others;
    const text = code === null ? t('outcome.refused') : texts.errorText({ code, params });
    return field === null ? text : t('import.problem', { column: field, text });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
    <section className={styles.lines} tabIndex={0} aria-label={t('import.lines')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            <th scope="col">{t('field.username')}</th>
            <th scope="col">{t('import.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one) => (
            <tr key={one.line}>
              <td className={styles.number}>{one.line}</td>
              <td translate="no">{one.username}</td>
              <td className={one.outcome === 'refused' ? words.wrong : ''}>{problemText(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
