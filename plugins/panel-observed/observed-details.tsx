import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { IconButton, MarketName, Price, Quantity, Signed, useText } from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import words from '../../core/ui/page/words.module.css';
import styles from './observed.module.css';
import { type Factor, type ObservedInstance, times } from './observed-store.ts';
import type { Services } from './requires.ts';

interface ObservedDetailsProps {
  readonly instance: ObservedInstance;
  readonly factor: Factor;
  readonly services: Services;
  readonly onClose: () => void;
}

const cents = '0.01';

/** How an instance has come to its result, and what it holds; amounts and quantities as many times as the factor says, prices as they are. */
export const ObservedDetails = observer(function ObservedDetails({ instance, factor, services, onClose }: ObservedDetailsProps) {
  const t = useText('panel-observed');
  const { owner, name, valuation, positions, openOrders, fills } = instance;
  const { markets, workspace } = services;
  const money = (id: 'profit' | 'realised' | 'openProfit' | 'fees' | 'funding'): ReactNode => {
    const value = times(instance[id], factor);
    return (
      <div key={id}>
        <dt>{t(`column.${id}`)}</dt>
        <dd>
          {id === 'fees' ? <Quantity value={value} step={cents} /> : <Signed value={value} step={cents} />}
          {value !== null && ` ${valuation.asset}`}
        </dd>
      </div>
    );
  };
  return (
    <section aria-label={t('details', { name })} className={styles.details}>
      <header className={record.cardHead}>
        <h3 translate="no">
          {owner} · {name}
        </h3>
        <IconButton icon="close" label={t('details.close')} onClick={onClose} />
      </header>
      <dl className={record.facts}>
        {(['profit', 'realised', 'openProfit', 'fees', 'funding'] as const).map(money)}
        {([['openOrders', openOrders] as const, ['fills', fills] as const] as const).map(([id, count]) => (
          <div key={id}>
            <dt>{t(`column.${id}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {positions.length === 0 ? (
        <p className={words.quiet}>{t('positions.none')}</p>
      ) : (
        <table className={styles.positions}>
          <caption>{t('positions')}</caption>
          <thead>
            <tr>
              {(['market', 'side', 'qty', 'entry', 'mark', 'openProfit', 'profit'] as const).map((id) => (
                <th key={id} scope="col">
                  {t(`column.${id}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {positions.map(({ apiId, instrument, side, qty, entryPrice, mark, openProfit, profit }) => {
              const terms = markets.instrument(instrument);
              return (
                <tr key={`${apiId} ${instrument} ${side}`}>
                  <th scope="row" translate="no">
                    <MarketName markets={markets} id={instrument} onOpen={(id) => workspace.openTab(id)} />
                  </th>
                  <td>{t(`side.${side}`)}</td>
                  <td>
                    <Quantity value={times(qty, factor)} step={terms?.lot ?? '0.00000001'} />
                  </td>
                  <td>
                    <Price value={entryPrice} step={terms?.tick ?? cents} />
                  </td>
                  <td>
                    <Price value={mark} step={terms?.tick ?? cents} />
                  </td>
                  <td>
                    <Signed value={times(openProfit, factor)} step={cents} />
                  </td>
                  <td>
                    <Signed value={times(profit, factor)} step={cents} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
});
