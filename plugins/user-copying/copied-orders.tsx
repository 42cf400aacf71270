import { observer } from 'mobx-react-lite';
import { AppError } from '../../core/contract/app-error.ts';
import { isSayable } from '../../core/contract/error-texts.ts';
import { Disclosure, formatDecimal, ListFoot, MarketName, SideText, Skeleton, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import styles from './copying.module.css';
import type { Copied, Copy, CopyingStore } from './copying-store.ts';
import type { Services } from './requires.ts';

interface CopiedProps {
  readonly store: CopyingStore;
  readonly services: Services;
}

/** Orders of main accounts, newest first, each with what became of it at every follower. */
export const CopiedOrders = observer(function CopiedOrders({ store, services }: CopiedProps) {
  const t = useText('user-copying');
  const { orders } = store;
  return (
    <PagePart label={t('orders')}>
      <h2>{t('orders')}</h2>
      {orders.state === 'loading' && orders.items.length === 0 && <Skeleton rows={3} />}
      {orders.state === 'done' && orders.items.length === 0 && <p className={words.quiet}>{t('orders.empty')}</p>}
      <div>
        {orders.items.map((order) => (
          <CopiedOrder key={`${order.main_api_id}-${order.orderId}`} order={order} store={store} services={services} />
        ))}
      </div>
      <ListFoot list={orders} />
    </PagePart>
  );
});

const isFailed = ({ state, problem }: Copy): boolean => state === 'REFUSED' || state === 'MISSED' || problem !== null;

const CopiedOrder = observer(function CopiedOrder({ order, store, services }: CopiedProps & { readonly order: Copied }) {
  const t = useText('user-copying');
  const failed = order.copies.filter(isFailed).length;
  const size = order.qty ?? order.quoteAmount;
  return (
    <Disclosure
      className={styles.order}
      summaryClassName={styles.summary}
      summary={
        <>
          <span className={styles.when}>
            <TimeText timeMs={order.createdMs} />
          </span>
          <span className={styles.name}>
            <MarketName markets={services.markets} id={order.instrument} />
          </span>
          <SideText side={order.side} />
          <span className={styles.figure}>
            {size === null ? '' : formatDecimal(size)}
            {order.price === null ? '' : ` @ ${formatDecimal(order.price)}`}
          </span>
          <span className={words.quiet}>{store.label(order.main_api_id)}</span>
          <span>{t(`status.${order.status}`)}</span>
          <span className={failed > 0 ? words.wrong : words.quiet}>
            {failed > 0 ? t('copies.failed', { count: order.copies.length, failed }) : t('copies', { count: order.copies.length })}
          </span>
        </>
      }
    >
      <ul className={styles.copies}>
        {order.copies.map((copy) => (
          <CopyLine key={copy.apiId} copy={copy} name={store.label(copy.apiId)} services={services} />
        ))}
      </ul>
    </Disclosure>
  );
});

function CopyLine({ copy, name, services }: { readonly copy: Copy; readonly name: string; readonly services: Services }) {
  const t = useText('user-copying');
  const { problem, qty, quoteAmount: amount } = copy;
  const size = qty ?? amount;
  const state = copy.state === 'PLACED' && copy.status !== null ? t(`status.${copy.status}`) : t(`state.${copy.state}`);
  return (
    <li>
      <span className={styles.name}>{name}</span>
      <span className={styles.figure}>{size === null ? '' : formatDecimal(size)}</span>
      <span className={styles.figure}>{copy.state === 'PLACED' ? t('filled', { qty: formatDecimal(copy.filledQty) }) : ''}</span>
      <span>{state}</span>
      {problem !== null && (
        <span className={words.wrong}>
          {isSayable(problem.code, problem.params) ? services.texts.errorText(new AppError(problem.code, problem.params)) : problem.code}
        </span>
      )}
    </li>
  );
}
