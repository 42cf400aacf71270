import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Icon } from '../../core/ui/icon.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { PanelFrame } from '../layout/panel-frame.tsx';
import { useWindowTitle } from '../shell/header/navigation.tsx';
import { Toasts } from '../shell/notices/toasts.tsx';
import shared from '../shell/window.module.css';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { columnsOf, MarketPopup, readPopup } from './market-popup.ts';
import styles from './market-popup-page.module.css';
import { type MarketPopupPath, marketPopups } from './market-popup-path.ts';

/** The chart, several charts or the book of one market in a window of its own: the same panels as in the workspace. */
export const MarketPopupPage = observer(function MarketPopupPage({ path }: { readonly path: MarketPopupPath }) {
  const { t } = useTranslation('app');
  const { session, markets, config } = useWorkbench().services;
  const [query] = useSearchParams();
  const request = readPopup(path, query);
  const instrument = request === null ? null : markets.instrument(request.instrumentId);
  const title = t(marketPopups[path].title);
  useWindowTitle(instrument === null ? title : `${title} · ${instrument.symbol} · ${markets.exchangeTitle(instrument.exchange)}`);
  const { instrumentId = null, count = 0 } = request ?? {};
  const popup = useMemo(
    () => (instrumentId === null ? null : new MarketPopup(path, { instrumentId, count }, config, document.body)),
    [path, instrumentId, count, config],
  );
  if (session.user === null) return <Navigate to="/login" replace />;
  if (popup === null) return <EmptyState icon="warning" text={t('popup.bad')} />;
  if (instrument === null)
    return markets.loading ? <Skeleton /> : <EmptyState icon="warning" text={t('popup.unknown', { id: instrumentId })} />;
  const columns = columnsOf(count);
  return (
    <div className={shared.window}>
      <header className={`${shared.bar} ${styles.header}`}>
        <h1 className={styles.title}>
          {instrument.symbol} <span className={styles.exchange}>{markets.exchangeTitle(instrument.exchange)}</span>
        </h1>
        {count > 1 && (
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={popup.followsTime}
            title={t('popup.followTimeHint')}
            onClick={() => popup.setFollowsTime(!popup.followsTime)}
          >
            <Icon name="link" size={14} />
            {t('popup.followTime')}
          </button>
        )}
      </header>
      <main
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: `minmax(${count > 1 ? 180 : 0}px, 1fr)` }}
      >
        {popup.slots.map((slot) => (
          <section key={slot.id} className={styles.cell} aria-label={`${title} ${instrument.symbol}`}>
            <PanelFrame slot={slot} host={popup} />
          </section>
        ))}
      </main>
      <Toasts />
    </div>
  );
});
