import styles from './picture-card.module.css';
import type { PictureTable } from './picture-table.ts';

interface TableViewProps {
  readonly title: string;
  readonly table: PictureTable;
  /** It scrolls beyond it, px; absent: as high as it is. */
  readonly height?: number;
}

/** A table of figures: words on the left, numbers on the right. */
export const TableView = ({ title, table: { columns, rows }, height }: TableViewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
  <section className={styles.scroller} style={height === undefined ? undefined : { height }} tabIndex={0} aria-label={title}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ name, title: text, isText = false }) => (
            <th key={name} scope="col" className={isText ? styles.words : undefined}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.map(({ value }) => value).join('|')}>
            {row.map(({ text }, at) => (
              <td key={columns[at]?.name} className={columns[at]?.isText === true ? styles.words : undefined}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
