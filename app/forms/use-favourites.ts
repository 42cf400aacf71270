import { useEffect, useState } from 'react';
import type { Documents } from '../../core/contract/client-services.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';

/** The markets that the user has starred, in the user's order. */
export function useFavourites(documents: Documents): readonly InstrumentId[] {
  const [ids, setIds] = useState<readonly InstrumentId[]>([]);
  useEffect(() => {
    const handle = documents.open('markets', 'favourites');
    const take = (): void => {
      const saved = handle.content?.ids;
      setIds(Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []);
    };
    const stop = handle.onChange(take);
    void handle.loaded.then(take);
    return () => {
      void stop();
      handle.close();
    };
  }, [documents]);
  return ids;
}
