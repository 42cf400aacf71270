import { useMemo } from 'react';
import { useText } from '../../../core/ui/index.ts';
import { namespace } from '../runs/runs-store.ts';
import type { PictureWords } from './result-picture.ts';

/** The words of pictures in the user's language; the same object until it or the time zone changes. */
export function usePictureWords(timeZone: string): PictureWords {
  const t = useText(namespace);
  return useMemo(
    () => ({
      price: t('line.price'),
      equity: t('line.equity'),
      drawdown: t('line.drawdown'),
      buy: t('line.buy'),
      sell: t('line.sell'),
      open: t('line.open'),
      high: t('line.high'),
      low: t('line.low'),
      close: t('line.close'),
      timeZone,
    }),
    [t, timeZone],
  );
}
