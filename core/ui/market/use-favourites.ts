import { useEffect, useState } from 'react';
import type { Documents } from '../../contract/client-services.ts';
import { FavouritesStore } from './favourites-store.ts';

/** The user's starred markets, followed while the component stands. */
export function useFavourites(documents: Documents): FavouritesStore {
  const [favourites] = useState(() => new FavouritesStore(documents));
  useEffect(() => favourites.open() as () => void, [favourites]);
  return favourites;
}
