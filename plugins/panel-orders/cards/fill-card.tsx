import { observer } from 'mobx-react-lite';
import type { Fill } from '../../../core/contract/client-services.ts';
import { briefDecimal } from '../../../core/domain/numbers/brief-decimal.ts';
import { multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import { formatDecimal, MarketName, Price, Quantity, SideText, TimeText, type Translate } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import { CardHead, Figure } from './card-parts.tsx';
import styles from './cards.module.css';

/** What tells the size of a fee; hovering and the order's details have all of it. */
const feeDigits = 4;

interface FillCardProps {
  readonly services: Services;
  readonly t: Translate;
  readonly fill: Fill;
  readonly onOpen: (fill: Fill) => void;
}

/** A trade of the user's own as a card. */
export const FillCard = observer(function FillCard({ services, t, fill, onOpen }: FillCardProps) {
  const { markets } = services;
  const instrument = markets.instrument(fill.instrumentId);
  return (
    <>
      <CardHead label={t('card.open')} onOpen={() => onOpen(fill)} state={<TimeText timeMs={fill.timeMs} />}>
        <SideText side={fill.side} /> <MarketName markets={markets} id={fill.instrumentId} /> · {t(`liquidity.${fill.liquidity}`)}
      </CardHead>
      <dl className={styles.figures}>
        <Figure name={t('column.price')}>
          <Price value={fill.price} step={instrument?.tick ?? '0.01'} />
        </Figure>
        <Figure name={t('column.qty')}>
          <Quantity value={fill.qty} step={instrument?.lot ?? '1'} />
        </Figure>
        <Figure name={t('column.amount')}>
          {formatDecimal(multiplyDecimals(fill.price, fill.qty), 2)} {instrument?.quote}
        </Figure>
        <Figure name={t('column.fee')}>
          <span title={formatDecimal(fill.fee)}>{formatDecimal(briefDecimal(fill.fee, feeDigits))}</span> {fill.feeAsset}
        </Figure>
      </dl>
    </>
  );
});
