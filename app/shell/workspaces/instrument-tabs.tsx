import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentTab } from '../../../core/contract/client-services.ts';
import { parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { OldPrice, usePriceAge } from '../../../core/ui/states/old-prices.tsx';
import { SteadySuspense } from '../../../core/ui/states/steady-suspense.tsx';
import { Change, Price } from '../../../core/ui/text/number-text.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './instrument-tabs.module.css';
import shared from './tab-strip.module.css';
import { useTabStrip } from './use-tab-strip.ts';

/** The dashboard's tabs: instruments of the blue link group. */
export const InstrumentTabs = observer(function InstrumentTabs({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation('app');
  const { workspace, markets } = useWorkbench().services;
  useEffect(() => markets.watchTickers() as () => void, [markets]);
  const strip = useTabStrip(workspace.activeKey, workspace.tabs.length);
  return (
    <nav className={styles.tabs} aria-label={t('tabs.label')}>
      <div ref={strip} className={shared.strip}>
        {workspace.tabs.map((tab) => (
          <Tab key={tab.key} tab={tab} active={tab.key === workspace.activeKey} />
        ))}
      </div>
      <button type="button" className={styles.tabAdd} onClick={onAdd} aria-label={t('tabs.add')} title={t('tabs.add')}>
        <Icon name="add" />
      </button>
    </nav>
  );
});

const Tab = observer(function Tab({ tab, active }: { readonly tab: InstrumentTab; readonly active: boolean }) {
  const { t } = useTranslation('app');
  const { workspace, markets } = useWorkbench().services;
  const exchange = markets.exchangeTitle(parseInstrumentId(tab.key)?.exchange ?? '');
  return (
    <div className={active ? `${styles.tab} ${styles.tabActive}` : styles.tab}>
      <button
        type="button"
        className={styles.tabButton}
        aria-pressed={active}
        onClick={() => workspace.selectTab(tab.key)}
        onAuxClick={(event) => {
          if (event.button === 1 && tab.closable) workspace.closeTab(tab.key);
        }}
      >
        <span className={styles.tabSymbol}>{tab.title}</span>
        <span className={styles.tabExchange}>{exchange}</span>
        {/* Its words come with the panels'; until then nothing else around the page waits, nor loses what is typed into it. */}
        <SteadySuspense fallback={null}>
          <TabPrice id={tab.key} />
        </SteadySuspense>
      </button>
      {tab.closable && (
        <button
          type="button"
          className={styles.tabClose}
          aria-label={t('tabs.close', { name: `${tab.title} ${exchange}` })}
          title={t('tabs.close', { name: `${tab.title} ${exchange}` })}
          onClick={() => workspace.closeTab(tab.key)}
        >
          <Icon name="close" size={10} />
        </button>
      )}
    </div>
  );
});

const TabPrice = observer(function TabPrice({ id }: { readonly id: string }) {
  const { markets } = useWorkbench().services;
  const ticker = markets.ticker(id);
  const instrument = markets.instrument(id);
  const age = usePriceAge(parseInstrumentId(id)?.exchange ?? '');
  if (ticker === null || ticker.last === null || instrument === null) return null;
  return (
    <>
      <span className={styles.tabPrice}>
        <OldPrice exchange={instrument.exchange}>
          <Price value={ticker.last} step={instrument.tick} />
        </OldPrice>
      </span>
      {/* What the price did in a day is of no use while the price is old: its age stands there. */}
      <span className={age === null ? styles.tabChange : `${styles.tabChange} ${styles.old}`}>
        {age ?? <Change from={ticker.open24h} to={ticker.last} />}
      </span>
    </>
  );
});
