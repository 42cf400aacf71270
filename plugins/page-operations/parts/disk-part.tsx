import { observer } from 'mobx-react-lite';
import { TimeText, useText } from '../../../core/ui/index.ts';
import { bytesText } from '../figure-text.ts';
import styles from '../operations.module.css';
import type { OperationsStore } from '../operations-store.ts';

/** Room on the disk of the data folder, what takes it, and when it ends. */
export const DiskPart = observer(function DiskPart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const disk = store.now?.disk;
  if (disk === undefined) return null;
  const { free_bytes: free, floor_bytes: floor, parts, measured, full } = disk;
  const used = parts?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.stack} tabIndex={0} aria-label={t('part.disk')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('disk.free')}</dt>
          <dd>{bytesText(free)}</dd>
        </div>
        <div>
          <dt>{t('disk.floor')}</dt>
          <dd>{bytesText(floor)}</dd>
        </div>
        <div>
          <dt>{t('disk.used')}</dt>
          <dd>{parts === null ? '–' : bytesText(used)}</dd>
        </div>
        <div>
          <dt>{t('disk.full')}</dt>
          <dd>{full === null ? t('disk.notSoon') : <TimeText timeMs={full} />}</dd>
        </div>
      </dl>
      {parts !== null && measured !== null && (
        <table className={styles.parts}>
          <caption>
            {t('disk.measured')} <TimeText timeMs={measured} />
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('disk.part')}</th>
              <th scope="col">{t('disk.size')}</th>
              <th scope="col">{t('disk.share')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ part, bytes }) => (
              <tr key={part}>
                <th scope="row">{t(`disk.part.${part}`)}</th>
                <td>{bytesText(bytes)}</td>
                <td>
                  <progress max={Math.max(1, used)} value={bytes} aria-label={t('disk.shareOf', { part: t(`disk.part.${part}`) })} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {parts === null && <p className={styles.quiet}>{t('disk.measuring')}</p>}
    </section>
  );
});
